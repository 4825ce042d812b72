import { dateTime, type Spelling } from './moments.ts';
import type { Random } from './random.ts';
import type { WireMoralGuarantor } from './wire.ts';

/** The public scheme, an employer, a bank, an insurer. */
const KINDS = ['visale', 'visale', 'employer', 'bank', 'insurance'] as const;

/** Who is asked to stand surety for somebody of that profile. */
export function wantsGuarantors(
  profile: string,
  random: Random,
): { readonly people: number; readonly company: boolean } {
  const young = profile === 'Étudiant' || profile === 'Apprenti';
  if (young && random.chance(0.7)) return { people: random.between(1, 2), company: false };
  if (young || random.chance(0.08)) return { people: 0, company: true };
  return { people: random.chance(0.12) ? 1 : 0, company: false };
}

/** A company or institution that stands surety (section 2.5). */
export function moralGuarantor(
  lifetime: {
    readonly createdMs: number;
    readonly updatedMs: number;
    readonly spelling: Spelling;
  },
  random: Random,
): WireMoralGuarantor {
  const { createdMs, updatedMs, spelling } = lifetime;
  return {
    file_path: `moral-guarantors/${random.hexadecimals(24)}.pdf`,
    type: random.pick(KINDS),
    created_at: dateTime(createdMs, spelling),
    updated_at: dateTime(updatedMs, spelling),
    meta: {},
  };
}
