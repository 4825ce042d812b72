/** How the links of a list are made, as far as they have shown it. */
export interface Chain {
  /** Takes note of the page that comes next, as it was really named. */
  named(url: URL): void;
  /** The page so many steps after the one named last; `null` while nobody can tell. */
  after(steps: number): URL | null;
  /** Leaves aside what was learned: two more steps have to show it anew. */
  forget(): void;
}

/** The one parameter that grows from a page to the next. */
interface Step {
  readonly name: string;
  /** The place of the parameter in the later query. */
  readonly at: number;
  /** Its value before; `null` where the earlier query did not hold it. */
  readonly from: number | null;
  readonly to: number;
}

/** A parameter that is a whole number, written as everybody writes one. */
const COUNTING = /^([^=]+)=(0|[1-9]\d{0,14})$/;

/**
 * Learns from links. Where exactly one query parameter is a whole number that has twice grown by
 * the same step, and all else stayed as it was, the pages to come are known: an offset or a page
 * number. The first page may lack the parameter. Any other chain is never guessed.
 *
 * @see Rental File Service specification, section 4.2: page selection is not shown
 */
export function createChain(): Chain {
  let last: URL | null = null;
  let step: Step | null = null;
  let growth: number | null = null;

  return {
    named(url) {
      const before = step;
      step = last === null ? null : stepBetween(last, url);
      growth = step === null || before === null ? null : growthOf(before, step);
      last = url;
    },
    after(steps) {
      if (last === null || step === null || growth === null) return null;
      const value = step.to + steps * growth;
      if (!Number.isSafeInteger(value)) return null;
      const url = new URL(last);
      url.search = `?${parametersOf(last).with(step.at, `${step.name}=${value}`).join('&')}`;
      return url;
    },
    forget() {
      step = null;
      growth = null;
    },
  };
}

/** By how much the parameter grows, when both steps agree. */
function growthOf(one: Step, other: Step): number | null {
  if (other.from === null || one.name !== other.name) return null;
  const growth = other.to - other.from;
  if (growth <= 0) return null;
  // Without the parameter a list begins at 0, or with page 1.
  const isFirst = one.from === null && (one.to === growth || one.to === growth + 1);
  return isFirst || one.from === one.to - growth ? growth : null;
}

function stepBetween(one: URL, other: URL): Step | null {
  if (one.origin !== other.origin || one.pathname !== other.pathname) return null;
  const before = parametersOf(one);
  const after = parametersOf(other);
  const at = after.findIndex((parameter, index) => parameter !== before[index]);
  const [, name, to] = COUNTING.exec(after[at] ?? '') ?? [];
  if (name === undefined) return null;
  if (isSame(before, after.toSpliced(at, 1))) return { name, at, from: null, to: Number(to) };
  const [, nameBefore, from] = COUNTING.exec(before[at] ?? '') ?? [];
  if (nameBefore !== name || !isSame(before.toSpliced(at, 1), after.toSpliced(at, 1))) return null;
  return { name, at, from: Number(from), to: Number(to) };
}

/** As they are written: a server compares and repeats them letter by letter. */
function parametersOf({ search }: URL): readonly string[] {
  return search === '' ? [] : search.slice(1).split('&');
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
