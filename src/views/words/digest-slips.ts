import type { FailureWords } from './words.ts';

/** What is wrong with a line that tells of a digest. */
export interface DigestSlipsWords {
  readonly unknown_key: (slip: Slip) => FailureWords;
  readonly unknown_value: (slip: Slip) => FailureWords;
  readonly missing_value: (slip: Slip) => FailureWords;
  readonly repeated: (slip: Slip) => FailureWords;
  readonly too_many_values: (slip: Slip) => FailureWords;
  readonly names_people: (slip: Slip) => FailureWords;
  readonly view_and_query: (slip: Slip) => FailureWords;
}

/** A word that is wrong, and what could stand for it. */
interface Slip {
  readonly word: string;
  /** What the option is called; empty where it is none. */
  readonly option: string;
  readonly valid: readonly string[];
  readonly nearest: string | null;
}

const meantEn = (nearest: string | null) => (nearest === null ? '' : `Did you mean “${nearest}”? `);
const meantFr = (nearest: string | null) =>
  nearest === null ? '' : `Vouliez-vous dire « ${nearest} » ? `;

export const digestSlipsEn: DigestSlipsWords = {
  unknown_key: ({ word, valid, nearest }) => ({
    happened: `I do not know “${word}:”.`,
    remedy: `${meantEn(nearest)}I know: ${valid.join(', ')}.`,
  }),
  unknown_value: ({ word, option, valid, nearest }) => ({
    happened: `I do not understand “${word}”.`,
    remedy: `${meantEn(nearest)}“${option}:” takes for example ${valid.join(', ')}.`,
  }),
  missing_value: ({ word, option, valid }) => ({
    happened: `Something is missing at “${word}”.`,
    remedy: `Write it without spaces, for example ${option}:${valid[0] ?? ''}.`,
  }),
  repeated: ({ word, option }) => ({
    happened: `“${option}:” is there twice; the second is “${word}”.`,
    remedy: 'Say it once.',
  }),
  too_many_values: ({ option, valid }) => ({
    happened: `“${option}:” has more than ${valid[0] ?? 'enough'} values.`,
    remedy: 'Leave some out.',
  }),
  names_people: ({ word }) => ({
    happened: `“${word}” may name a person, and so it is not saved: names stay out of the database.`,
    remedy: 'Say it with property: or tag: and the other keys; free words are not for digests.',
  }),
  view_and_query: ({ word }) => ({
    happened: `A view has its own query, and “${word}” would be another one.`,
    remedy: 'Leave out the view or the query.',
  }),
};

export const digestSlipsFr: DigestSlipsWords = {
  unknown_key: ({ word, valid, nearest }) => ({
    happened: `Je ne connais pas « ${word}: ».`,
    remedy: `${meantFr(nearest)}Je connais : ${valid.join(', ')}.`,
  }),
  unknown_value: ({ word, option, valid, nearest }) => ({
    happened: `Je ne comprends pas « ${word} ».`,
    remedy: `${meantFr(nearest)}« ${option}: » prend par exemple ${valid.join(', ')}.`,
  }),
  missing_value: ({ word, option, valid }) => ({
    happened: `Il manque quelque chose à « ${word} ».`,
    remedy: `Écrivez-le sans espace, par exemple ${option}:${valid[0] ?? ''}.`,
  }),
  repeated: ({ word, option }) => ({
    happened: `« ${option}: » est là deux fois ; la seconde est « ${word} ».`,
    remedy: 'Dites-le une fois.',
  }),
  too_many_values: ({ option, valid }) => ({
    happened: `« ${option}: » a plus de ${valid[0] ?? 'quelques'} valeurs.`,
    remedy: 'Retirez-en.',
  }),
  names_people: ({ word }) => ({
    happened: `« ${word} » peut nommer une personne et n’est donc pas enregistré : la base ne garde aucun nom.`,
    remedy:
      'Dites-le avec bien:, étiquette: et les autres clés ; pas de mots libres dans un point.',
  }),
  view_and_query: ({ word }) => ({
    happened: `Une vue a sa propre requête, et « ${word} » en serait une autre.`,
    remedy: 'Retirez la vue ou la requête.',
  }),
};
