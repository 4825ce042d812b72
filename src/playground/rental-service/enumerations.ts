/** Section 3. */
export const FILE_STATUSES = [
  'NEW',
  'OPEN',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
  'PROCESSING',
] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Section 3. */
export const APPLICANT_STATUSES = [
  'NEW',
  'OPEN',
  'COLLECT_STARTED',
  'COLLECT_COMPLETE',
  'COLLECTED',
  'ANALYZED',
  'CLOSED',
] as const;
export type ApplicantStatus = (typeof APPLICANT_STATUSES)[number];

/** Section 3. */
export const DECISIONS = ['ACCEPTED', 'REJECTED', 'PENDING', 'READY'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Section 2.2. The specification spells two of them so. */
export const SITUATIONS = ['SINGLE', 'COUPLE', 'ROOMATES', 'SOLID_ROOMATES'] as const;
export type Situation = (typeof SITUATIONS)[number];

/** Section 2.6. */
export const CATEGORIES = [
  'house',
  'apartment',
  'land',
  'commercial',
  'other',
  'prestige',
] as const;
export type Category = (typeof CATEGORIES)[number];
