import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import type {
  WireApplicant,
  WireFile,
} from '../../src/playground/rental-service/files-api/schema.ts';

/** The rental files as they really are. */
export interface Truth {
  files(): readonly WireFile[];
  readonly total: number;
  /** How many await a decision. */
  awaiting(): number;
  /** Every number that was right at some time. */
  readonly awaitingEver: ReadonlySet<number>;
  /** Decides one more file, where it stands; `false` when enough are decided. */
  decide(): boolean;
  /** Ids of the files that have been decided since the start. */
  decided(): readonly string[];
  /** A last name that somebody may look for. */
  readonly lastName: string;
  /** What must stay between the service and those who ask: no log, figure or row may hold it. */
  readonly personal: readonly string[];
}

/** From a hundred on, files that cannot be read would be among them. */
const FILES = 99;
const AWAITING_FIRST = 80;
/** So that a wrong number is never near a right one. */
const AWAITING_LAST = 50;

/** Files of people whose names nobody else has, in a portfolio that shrinks by one and one. */
export function createTruth(seed: number, nowMs: number): Truth {
  const personal: string[] = [];
  const people = createPeople(personal);
  let files = generateFiles({ count: FILES, seed, nowMs }).map((file, index) => ({
    ...file,
    status: file.status === 'CLOSED' ? 'COLLECTED' : file.status,
    decision: index >= AWAITING_FIRST ? 'ACCEPTED' : index % 2 === 0 ? 'PENDING' : 'READY',
    archived_at: null,
    applicants: file.applicants.map((applicant) => people(applicant)),
  }));
  let awaiting = AWAITING_FIRST;
  const awaitingEver = new Set([awaiting]);
  return {
    files: () => files,
    total: FILES,
    awaiting: () => awaiting,
    awaitingEver,
    decide() {
      if (awaiting === AWAITING_LAST) return false;
      awaiting -= 1;
      // In any order but that of the list: a torn reading gives a number in between.
      const index = (awaiting * 37) % AWAITING_FIRST;
      const next = files.findIndex(
        ({ decision }, at) => at >= index && decision !== 'ACCEPTED' && at < AWAITING_FIRST,
      );
      const at = next === -1 ? files.findIndex(({ decision }) => decision !== 'ACCEPTED') : next;
      files = files.map((file, here) => (here === at ? { ...file, decision: 'ACCEPTED' } : file));
      awaitingEver.add(awaiting);
      return true;
    },
    decided: () =>
      files
        .slice(0, AWAITING_FIRST)
        .filter(({ decision }) => decision === 'ACCEPTED')
        .map(({ id }) => id),
    lastName: personal.find((text) => text.startsWith('Wexqor')) ?? '',
    personal,
  };
}

/** Gives everybody a name, an address, a number and a birthday that cannot be there by chance. */
function createPeople(personal: string[]): (applicant: WireApplicant) => WireApplicant {
  let count = 0;
  return function unmistakable(applicant): WireApplicant {
    count += 1;
    const letters = lettersOf(count);
    const first = `Xyquan${letters}`;
    const last = `Wexqor${letters}`;
    const email = `${first}.${last}@canary.example`.toLowerCase();
    const phone = `+336399800${String(count).padStart(4, '0')}`;
    const birth = `19${String(count % 20).padStart(2, '0')}-02-${String(10 + (count % 18))}`;
    personal.push(first, last, email, phone, birth);
    return {
      ...applicant,
      first_name: first,
      last_name: last,
      email,
      phone,
      birth_date: birth,
      physical_guarantors: applicant.physical_guarantors.map((one) => unmistakable(one)),
    };
  };
}

const LETTERS = 'bcdfghjklmnprstvz';

function lettersOf(count: number): string {
  let [left, text] = [count, ''];
  for (let place = 0; place < 3; place += 1) {
    text += LETTERS[left % LETTERS.length] ?? '';
    left = Math.floor(left / LETTERS.length);
  }
  return text;
}
