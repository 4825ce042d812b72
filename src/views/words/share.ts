import type { Privacy } from '../privacy.ts';

/** Why a level of privacy applies to what a channel sees. */
export type PrivacyReason = 'channel' | 'external' | 'unknown';

/** What is said before and after an answer is shown to a whole channel. */
export interface ShareWords {
  /** At most 24 characters, like `submit`. */
  readonly title: string;
  readonly submit: string;
  readonly level: Readonly<Record<Privacy, string>>;
  readonly reason: Readonly<Record<PrivacyReason, string>>;
  readonly preview: string;
  readonly done: string;
}

export const shareEn: ShareWords = {
  title: 'Share in this channel',
  submit: 'Share',
  level: {
    full: 'Everybody in the channel will see people’s full names.',
    initials: 'Everybody in the channel will see people’s initials only.',
    reference: 'Everybody in the channel will see how many people there are, and no name.',
  },
  reason: {
    channel: 'So it is set for this channel.',
    external: 'That is so because the channel is shared with another organisation.',
    unknown: 'That is so because I could not check who is in the channel.',
  },
  preview: 'What the channel will see:',
  done: 'Shared: the channel sees it now.',
};

export const shareFr: ShareWords = {
  title: 'Partager dans ce canal',
  submit: 'Partager',
  level: {
    full: 'Tout le canal verra les noms complets des personnes.',
    initials: 'Tout le canal ne verra que les initiales des personnes.',
    reference: 'Tout le canal verra combien de personnes il y a, et aucun nom.',
  },
  reason: {
    channel: 'Ce canal est réglé ainsi.',
    external: 'C’est ainsi parce que le canal est partagé avec une autre organisation.',
    unknown: 'C’est ainsi parce que je n’ai pas pu vérifier qui est dans le canal.',
  },
  preview: 'Ce que le canal verra :',
  done: 'C’est partagé : le canal le voit maintenant.',
};
