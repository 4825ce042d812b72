import { withoutSecrets } from '../log.ts';

/** One thing that was looked at. */
export type Finding =
  | { readonly kind: 'well'; readonly about: string; readonly said: string }
  | {
      readonly kind: 'trouble';
      readonly about: string;
      readonly said: string;
      /** What to do, for whoever runs Rental Desk. */
      readonly mend: string;
    }
  | { readonly kind: 'skipped'; readonly about: string; readonly because: string }
  /** Nothing to mend, but good to know. */
  | { readonly kind: 'note'; readonly about: string; readonly said: string };

/** Looks at something, tells what it found, and gives what others need; `null` when it has not. */
export type Examination<Value = never> = AsyncGenerator<Finding, Value | null, void>;

export function ok(about: string, said: string): Finding {
  return { kind: 'well', about, said: withoutSecrets(said) };
}

export function problem(about: string, said: string, mend: string): Finding {
  return { kind: 'trouble', about, said: withoutSecrets(said), mend: withoutSecrets(mend) };
}

export function skipped(about: string, because: string): Finding {
  return { kind: 'skipped', about, because };
}

export function info(about: string, said: string): Finding {
  return { kind: 'note', about, said: withoutSecrets(said) };
}

/** Whoever writes to a terminal can also move its cursor and colour it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A finding in one line; whatever a server has said in it can do nothing to a terminal. */
export function lineOf(finding: Finding): string {
  return sentenceOf(finding).replaceAll(UNPRINTABLE, ' ');
}

function sentenceOf(finding: Finding): string {
  const { kind, about } = finding;
  switch (kind) {
    case 'well':
      return `✓ ${about}: ${finding.said}`;
    case 'trouble':
      return `✗ ${about}: ${finding.said} ${finding.mend}`.trimEnd();
    case 'skipped':
      return `– ${about}: not checked, because ${finding.because}.`;
    case 'note':
      return `– ${about}: ${finding.said}`;
  }
}

/**
 * Looks at something if all that it needs is there, and never lets what went wrong on the way end
 * the whole examination.
 *
 * @param missing variables that must be corrected first, as in “RENTAL_IDP”
 */
export async function* step<Value>(
  about: string,
  missing: readonly string[],
  examine: () => Examination<Value>,
): Examination<Value> {
  if (missing.length > 0) {
    yield skipped(about, `${missing.join(' and ')} must be corrected first`);
    return null;
  }
  try {
    return yield* examine();
  } catch (error) {
    // The error’s own words may hold anything.
    const name = error instanceof Error ? error.name : typeof error;
    yield problem(about, `It could not be looked at (${name}).`, 'Please report this as a defect.');
    return null;
  }
}
