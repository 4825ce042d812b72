import { mean } from './files.ts';
import { dateTime, type Spelling, spellingOf } from './moments.ts';
import type { Random } from './random.ts';
import { GIVEN_UP, type Stage } from './stages.ts';
import type { WireApplicant, WireFile } from './wire.ts';

/** From so many percent on, somebody has sent their form. */
const SUBMITTED_PERCENT = 80;

/**
 * The file as it is once it has come to a later stage. What people have brought stays: documents
 * are added, never taken back.
 */
export function broughtTo(stage: Stage, file: WireFile, atMs: number, random: Random): WireFile {
  const spelling = spellingOf(file.created_at ?? '');
  const at = dateTime(atMs, spelling);
  const applicants = file.applicants.map((one) => person(stage, one, { atMs, spelling }, random));
  return {
    ...file,
    status: stage.status,
    decision: stage.decision,
    applicants,
    score: mean(applicants, ({ score }) => score, 10),
    completion_rate: mean(applicants, (one) => one.completion_rate, 1),
    updated_at: at,
    pre_application_validated_at:
      file.pre_application_validated_at ?? (file.is_pre_application ? at : null),
  };
}

function person(
  stage: Stage,
  before: WireApplicant,
  when: { readonly atMs: number; readonly spelling: Spelling },
  random: Random,
): WireApplicant {
  const at = dateTime(when.atMs, when.spelling);
  const [least, most] = stage.completion;
  const brought = stage === GIVEN_UP ? least : random.between(least, most);
  const completion = Math.max(before.completion_rate ?? 0, brought);
  const score = random.chance(stage.scored) ? random.between(...stage.scores) : null;
  return {
    ...before,
    status: random.pick(stage.applicants),
    completion_rate: completion,
    form_submitted: before.form_submitted ?? (completion >= SUBMITTED_PERCENT ? at : null),
    score: before.score ?? score,
    updated_at: at,
    physical_guarantors: before.physical_guarantors.map((one) => person(stage, one, when, random)),
  };
}
