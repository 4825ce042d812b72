import {
  bounded,
  type Fact,
  fact,
  factsOf,
  flagFact,
  momentFact,
  type Telling,
} from './card-fact.ts';
import { inWords } from './file-line.ts';
import { shownName } from './privacy.ts';

/** What both the service and a reading know of a rental file. */
export interface FileFacts {
  readonly situation: string | null;
  readonly tags: readonly string[];
  readonly managers: readonly string[];
  /** Epoch milliseconds, here and below. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly archivedAt: number | null;
}

/** What only the service knows. */
export interface FileDetails {
  readonly isPreApplication: boolean;
  readonly preApplicationValidatedAt: number | null;
  readonly underInsurance: boolean | null;
  readonly allowsEngagement: boolean;
}

const WORD_LENGTH_MAX = 30;
const NAME_LENGTH_MAX = 40;
const TAGS_MAX = 6;
const MANAGERS_MAX = 4;

/** What a card tells of the file itself; `details` is `null` where they are not known. */
export function fileFacts(
  file: FileFacts,
  details: FileDetails | null,
  telling: Telling,
): readonly Fact[] {
  const { file: said } = telling.words.card;
  return factsOf(
    ...(telling.privacy === 'reference'
      ? []
      : [situationFact(file, telling), listFact(said.tags, file.tags, TAGS_MAX, telling)]),
    managersFact(file, telling),
    momentFact(said.created, file.createdAt),
    momentFact(said.updated, file.updatedAt),
    momentFact(said.archived, file.archivedAt),
    ...(details === null ? [] : detailFacts(details, telling)),
  );
}

function detailFacts(details: FileDetails, telling: Telling): readonly (Fact | null)[] {
  const { file: said } = telling.words.card;
  const engagement = details.allowsEngagement ? said.engagementOn : said.engagementOff;
  return [
    preApplicationFact(details, telling),
    flagFact(said.insured, details.underInsurance, telling),
    fact(said.engagement, engagement),
  ];
}

function situationFact({ situation }: FileFacts, { words, lengthMax }: Telling): Fact | null {
  if (situation === null) return null;
  const { file: said } = words.card;
  const limit = Math.min(WORD_LENGTH_MAX, lengthMax);
  return fact(said.situation, inWords(said.situations, situation, limit));
}

/** Managers are known by their addresses; the part before the sign is name enough. */
function managersFact({ managers }: FileFacts, telling: Telling): Fact | null {
  const { file: said } = telling.words.card;
  if (managers.length === 0) return null;
  if (telling.privacy === 'reference') {
    return fact(said.managers, said.managersCounted(managers.length));
  }
  const names = managers.map((manager) => {
    const [name = ''] = manager.split('@');
    const line = bounded(name.replaceAll(/[._]+/g, ' '), NAME_LENGTH_MAX, telling);
    return shownName(capitalised(line), telling.privacy) ?? '';
  });
  return listFact(said.managers, names, MANAGERS_MAX, telling);
}

function preApplicationFact(details: FileDetails, { words }: Telling): Fact | null {
  const { isPreApplication, preApplicationValidatedAt: atMs } = details;
  const { file: said } = words.card;
  if (atMs !== null) {
    return { label: said.preApplication, value: [`${said.preApplicationValidated} `, { atMs }] };
  }
  return fact(said.preApplication, isPreApplication ? said.preApplicationOpen : null);
}

function listFact(
  label: string,
  values: readonly string[],
  shownMax: number,
  telling: Telling,
): Fact | null {
  const lines = values.map((value) => bounded(value, NAME_LENGTH_MAX, telling)).filter(Boolean);
  const shown = lines.slice(0, shownMax);
  const hidden = lines.length - shown.length;
  const more = hidden > 0 ? [telling.words.file.more(hidden)] : [];
  return fact(label, [...shown, ...more].join(', '));
}

function capitalised(name: string): string {
  return name.replaceAll(/(?<=^|[ -])\p{Ll}/gu, (letter) => letter.toUpperCase());
}
