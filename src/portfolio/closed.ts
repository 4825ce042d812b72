/** Decisions after which nobody waits for one. */
const MADE: readonly string[] = ['ACCEPTED', 'REJECTED'];

/** Whether a decision was made, as the service spells it. */
export function isDecided(decision: string): boolean {
  return MADE.includes(decision);
}

/** Whether nothing is left to do about a rental file: it is decided, or archived. */
export function isClosed({
  decision,
  isArchived,
}: {
  readonly decision: string;
  readonly isArchived: boolean;
}): boolean {
  return isArchived || isDecided(decision);
}
