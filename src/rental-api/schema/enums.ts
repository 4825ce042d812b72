/**
 * The enumerations of the specification, in the order in which a file moves through them.
 *
 * Known values, not allowed ones: a value that the service adds later is kept as it came.
 *
 * @see Rental File Service specification, section 3
 */
export const FILE_STATUSES = [
  'NEW',
  'OPEN',
  'PROCESSING',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
] as const;

export const APPLICANT_STATUSES = [
  'NEW',
  'OPEN',
  'COLLECT_STARTED',
  'COLLECT_COMPLETE',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
] as const;

export const DECISIONS = ['PENDING', 'READY', 'ACCEPTED', 'REJECTED'] as const;

/** Section 2.2, `applicants_situation`; two of them are misspelled by the service. */
export const SITUATIONS = ['SINGLE', 'COUPLE', 'ROOMATES', 'SOLID_ROOMATES'] as const;

/** Section 2.6, `category`. */
export const CATEGORIES = [
  'house',
  'apartment',
  'land',
  'commercial',
  'other',
  'prestige',
] as const;

export type FileStatus = (typeof FILE_STATUSES)[number];
export type Decision = (typeof DECISIONS)[number];
export type Situation = (typeof SITUATIONS)[number];
export type Category = (typeof CATEGORIES)[number];
