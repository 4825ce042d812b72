import { withoutSecrets } from '../log.ts';

/** The result of one check. */
export type Finding =
  | { readonly kind: 'ok'; readonly about: string; readonly message: string }
  | {
      readonly kind: 'problem';
      readonly about: string;
      readonly message: string;
      /** Instructions for the operator. */
      readonly remedy: string;
    }
  | { readonly kind: 'skipped'; readonly about: string; readonly because: string }
  /** Nothing to correct, but good to know. */
  | { readonly kind: 'info'; readonly about: string; readonly message: string };

/** A check: yields findings, and returns what later checks need, or `null` if it failed. */
export type Examination<Value = never> = AsyncGenerator<Finding, Value | null, void>;

export function ok(about: string, message: string): Finding {
  return { kind: 'ok', about, message: withoutSecrets(message) };
}

export function problem(about: string, message: string, remedy: string): Finding {
  return {
    kind: 'problem',
    about,
    message: withoutSecrets(message),
    remedy: withoutSecrets(remedy),
  };
}

export function skipped(about: string, because: string): Finding {
  return { kind: 'skipped', about, because };
}

export function info(about: string, message: string): Finding {
  return { kind: 'info', about, message: withoutSecrets(message) };
}

/** Control characters, which could move the cursor of a terminal or colour it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A finding in one line, without control characters that a server may have sent. */
export function formatFinding(finding: Finding): string {
  return sentenceOf(finding).replaceAll(UNPRINTABLE, ' ');
}

function sentenceOf(finding: Finding): string {
  const { kind, about } = finding;
  switch (kind) {
    case 'ok':
      return `✓ ${about}: ${finding.message}`;
    case 'problem':
      return `✗ ${about}: ${finding.message} ${finding.remedy}`.trimEnd();
    case 'skipped':
      return `– ${about}: not checked, because ${finding.because}.`;
    case 'info':
      return `– ${about}: ${finding.message}`;
  }
}

/**
 * Runs a check, unless variables that it needs are missing. An unexpected error becomes a finding,
 * so that the other checks still run.
 *
 * @param missing names of variables that must be corrected first
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
    // The message of the error may hold secrets or personal data.
    const name = error instanceof Error ? error.name : typeof error;
    yield problem(about, `It could not be looked at (${name}).`, 'Please report this as a defect.');
    return null;
  }
}
