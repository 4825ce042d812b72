import type { FileSummary } from '../rental-api/schema/summary.ts';

/** The completion rates that a service has served, as far as they tell what rates count to. */
export interface ServedRates {
  /** `null` without any. */
  readonly highest: number | null;
  /** Whether one was a fraction of 1. */
  readonly hasFraction: boolean;
}

/** What a completion rate counts to, and how it is known. */
export interface CompletionScale {
  readonly max: 1 | 100;
  /** `unclear`: neither a fraction of 1 nor a rate above 1 was served; 1 is taken for complete. */
  readonly because: 'configured' | 'rates' | 'unclear';
  readonly rates: ServedRates;
}

export const NO_RATES: ServedRates = { highest: null, hasFraction: false };

/** The rates of some files, their applicants and guarantors, and those served before. */
export function withRatesOf(files: readonly FileSummary[], before: ServedRates): ServedRates {
  let { highest, hasFraction } = before;
  const add = (rate: number | null) => {
    if (rate === null) return;
    highest = Math.max(highest ?? rate, rate);
    if (rate > 0 && rate < 1) hasFraction = true;
  };
  for (const { completion_rate: rate, applicants } of files) {
    add(rate);
    for (const applicant of applicants) {
      add(applicant.completion_rate);
      for (const guarantor of applicant.physical_guarantors) add(guarantor.completion_rate);
    }
  }
  return { highest, hasFraction };
}

/**
 * The scale of completion rates, which the specification leaves open: what the operator configured,
 * else 100 once a rate above 1 was served, else 1.
 */
export function scaleOf(rates: ServedRates, configured: 1 | 100 | null): CompletionScale {
  if (configured !== null) return { max: configured, because: 'configured', rates };
  const isPercent = rates.highest !== null && rates.highest > 1;
  const isClear = isPercent || rates.hasFraction;
  return { max: isPercent ? 100 : 1, because: isClear ? 'rates' : 'unclear', rates };
}
