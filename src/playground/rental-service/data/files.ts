import type { WireApplicant, WireFile, WireProduct } from '../files-api/schema.ts';
import { someManagers, someTags } from './agency.ts';
import { dateTime, DAY_MS, type Spelling } from './dates.ts';
import type { Dwelling } from './dwellings.ts';
import { household } from './households.ts';
import { createNames, type Names } from './names.ts';
import { withOddOnes } from './odd-files.ts';
import { property } from './properties.ts';
import { type Choices, createRandom, type Random } from './random.ts';
import { stageOf } from './stages.ts';

export interface Portfolio {
  readonly count: number;
  /** The same seed, count and time give the same files. */
  readonly seed: number;
  /** Epoch milliseconds; nothing happened after it. */
  readonly nowMs: number;
}

/** The oldest property was listed about that long ago. */
const HISTORY_DAYS = 90;

/** How many files one flat draws. */
const FILES_PER_PROPERTY: Choices<readonly [number, number]> = [
  [70, [5, 8]],
  [30, [1, 4]],
];

const SPELLED: Choices<Spelling> = [
  [80, 'zulu'],
  [10, 'offset'],
  [10, 'naive'],
];

/**
 * The rental files of one agency, newest first.
 *
 * From a hundred files on, every enumeration value of the specification occurs and the known odd
 * ones (`ODDITIES`) are among them; fewer are all ordinary.
 */
export function generateFiles({ count, seed, nowMs }: Portfolio): readonly WireFile[] {
  const random = createRandom(seed);
  const names = createNames(seed);
  const dated: Dated[] = [];
  for (let index = 0; dated.length < count; index += 1) {
    const [least, most] = random.weighted(FILES_PER_PROPERTY);
    const files = Math.min(random.between(least, most), count - dated.length);
    const spread = (dated.length + random.fraction() * files) / count;
    // More of what is listed is recent than old.
    const listedMs = nowMs - Math.floor(HISTORY_DAYS * spread ** 1.4 * DAY_MS);
    dated.push(...filesOfProperty({ index, listedMs, nowMs, files }, names, random));
  }
  dated.sort((a, b) => b.createdMs - a.createdMs);
  return withOddOnes(dated.map(({ file }) => file));
}

interface Dated {
  readonly createdMs: number;
  readonly file: WireFile;
}

interface Draw {
  readonly index: number;
  readonly listedMs: number;
  readonly nowMs: number;
  readonly files: number;
}

function filesOfProperty(draw: Draw, names: Names, random: Random): readonly Dated[] {
  const { listedMs, nowMs, files } = draw;
  const listedDays = (nowMs - listedMs) / DAY_MS;
  const isLet = listedDays > 10 && random.chance(listedDays > 25 ? 0.8 : 0.3);
  const home = property({ ...draw, isLet }, random.weighted(SPELLED), random);
  const chosen = isLet ? random.between(0, files - 1) : null;
  return Array.from({ length: files }, (_, place) => {
    const createdMs = listedMs + Math.floor((nowMs - listedMs) * random.fraction() ** 2);
    const isChosen = chosen === null ? null : place === chosen;
    return { createdMs, file: rentalFile({ home, createdMs, nowMs, isChosen }, names, random) };
  });
}

export interface Candidacy {
  readonly home: {
    readonly product: WireProduct;
    readonly dwelling: Pick<Dwelling, 'category' | 'rooms'>;
  };
  readonly createdMs: number;
  readonly nowMs: number;
  readonly isChosen: boolean | null;
}

/** A file as far as it has come at `nowMs`. */
export function rentalFile(candidacy: Candidacy, names: Names, random: Random): WireFile {
  const { home, createdMs, nowMs, isChosen } = candidacy;
  const ageDays = (nowMs - createdMs) / DAY_MS;
  const stage = stageOf({ ageDays, isChosen }, random);
  const updatedMs = createdMs + Math.floor((nowMs - createdMs) * random.fraction());
  const spelling = random.weighted(SPELLED);
  const isPreApplication = random.chance(0.08);
  const people = household(
    { stage, createdMs, updatedMs, spelling, isPreApplication },
    home.dwelling,
    names,
    random,
  );
  const isArchived = stage.status === 'CLOSED' && ageDays > 30 && random.chance(0.25);
  return {
    id: random.uuid(),
    product_id: home.product._id,
    meta: {},
    allow_user_engagement: random.chance(0.92),
    status: stage.status,
    applicants_situation: people.situation,
    archived_at: isArchived ? dateTime(updatedMs, spelling) : null,
    tags: someTags(random),
    managers: random.chance(0.9) ? home.product.managers : someManagers(random),
    created_at: dateTime(createdMs, spelling),
    updated_at: dateTime(updatedMs, spelling),
    score: mean(people.applicants, ({ score }) => score, 10),
    completion_rate: mean(people.applicants, (person) => person.completion_rate, 1),
    applicants: people.applicants,
    decision: stage.decision,
    product: home.product,
    is_pre_application: isPreApplication,
    pre_application_validated_at:
      isPreApplication && stage.status !== 'NEW' ? dateTime(updatedMs, spelling) : null,
    under_insurance: random.chance(0.6) ? random.chance(0.4) : null,
  };
}

/** The mean of what the people have of it, to one part of `parts`. */
export function mean(
  people: readonly WireApplicant[],
  of: (person: WireApplicant) => number | null,
  parts: number,
): number | null {
  const values = people.map(of).filter((value) => value !== null);
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return Math.round((sum / values.length) * parts) / parts;
}
