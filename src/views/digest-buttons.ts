import { digestName } from './digest.ts';
import type { Button, Press } from './message.ts';
import type { Words } from './words/words.ts';

/** What may be done to a digest; `null` for what may not. */
export interface DigestPresses {
  readonly edit: Press | null;
  readonly more: Press | null;
  readonly preview: Press | null;
  readonly run: Press | null;
  readonly pause: Press | null;
  readonly resume: Press | null;
  readonly status: Press | null;
  /** Becomes its owner. */
  readonly take: Press | null;
  readonly remove: Press | null;
}

const SPOKEN_NAME_LENGTH_MAX = 24;
const PLAIN = ['edit', 'more', 'preview', 'run', 'pause', 'resume', 'status', 'take'] as const;

/** A row of buttons for all that may be done to a digest. Removing one asks first. */
export function digestButtons(
  { name, presses }: { readonly name: string; readonly presses: DigestPresses },
  words: Words,
): Button[] {
  const { digestDesk } = words;
  const spokenName = digestName(name, words, SPOKEN_NAME_LENGTH_MAX);
  return [
    ...PLAIN.flatMap((what): Button[] => {
      const press = presses[what];
      if (press === null) return [];
      return [{ label: digestDesk[what], spoken: digestDesk[`${what}Spoken`](spokenName), press }];
    }),
    ...(presses.remove === null
      ? []
      : [
          {
            label: digestDesk.remove,
            spoken: digestDesk.removeSpoken(spokenName),
            press: presses.remove,
            style: 'danger' as const,
            question: {
              title: digestDesk.removeTitle,
              text: digestDesk.removeText(digestName(name, words)),
              yes: digestDesk.yes,
              no: digestDesk.no,
            },
          },
        ]),
  ];
}
