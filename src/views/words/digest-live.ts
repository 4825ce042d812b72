import { figuresEn, figuresFr } from './figures.ts';

/** What a digest says of itself once some of its files are done with. */
export interface DigestLiveWords {
  /** How many of its files were decided since it was posted. */
  readonly progress: (name: string, decided: number, total: number) => string;
  /** How many of them await a decision still. */
  readonly stillWait: (count: number) => string;
  /** Files that it does not show, for they came later. */
  readonly addedSince: (count: number) => string;
  readonly updatedAt: (time: string) => string;
  /** What became of one file. */
  readonly outcome: {
    readonly decided: (decision: string) => string;
    readonly archived: string;
    readonly closed: string;
    readonly gone: string;
  };
  /** Over files that are all gone from the service's list. */
  readonly goneSection: string;
}

const en = figuresEn.number;
const fr = figuresFr.number;

export const digestLiveEn: DigestLiveWords = {
  progress: (name, decided, total) => `${name}: ${en(decided)} of ${en(total)} decided`,
  stillWait: (count) => {
    if (count === 0) return 'none of them waits any more';
    return count === 1 ? '1 still waits' : `${en(count)} still wait`;
  },
  addedSince: (count) =>
    count === 1
      ? '1 more came since, for the next digest'
      : `${en(count)} more came since, for the next digest`,
  updatedAt: (time) => `updated at ${time}`,
  outcome: {
    decided: (decision) => `decided: ${decision.toLowerCase()}`,
    archived: 'archived since',
    closed: 'closed since',
    gone: 'no longer in the list of rental files',
  },
  goneSection: 'No longer listed',
};

export const digestLiveFr: DigestLiveWords = {
  progress: (name, decided, total) =>
    `${name} : ${fr(decided)} ${decided < 2 ? 'décidé' : 'décidés'} sur ${fr(total)}`,
  stillWait: (count) => {
    if (count === 0) return 'plus aucun n’attend';
    return count === 1 ? '1 attend encore' : `${fr(count)} attendent encore`;
  },
  addedSince: (count) =>
    count === 1
      ? '1 de plus depuis, pour le prochain point'
      : `${fr(count)} de plus depuis, pour le prochain point`,
  updatedAt: (time) => `mis à jour à ${time}`,
  outcome: {
    decided: (decision) => `décidé : ${decision.toLowerCase()}`,
    archived: 'archivé depuis',
    closed: 'clos depuis',
    gone: 'n’est plus dans la liste des dossiers',
  },
  goneSection: 'Plus dans la liste',
};
