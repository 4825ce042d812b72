/**
 * JSON of the Rental File Service, written from its specification and from nothing else.
 *
 * Every field is always sent. Where the specification says "optional" the value may be `null`;
 * where it only gives a default, never. Times are ISO 8601 text, amounts are euros.
 */

/** Not shown by the specification (2.8): anything may stand in it. */
type WireMeta = Readonly<Record<string, unknown>>;

/** Section 2.3. */
export interface WireTag {
  readonly tenant: string;
  readonly name: string;
}

/** Section 2.5. */
export interface WireMoralGuarantor {
  readonly file_path: string;
  readonly type: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly meta: WireMeta;
}

/** Section 2.4. The shape of `physical_guarantors` is not shown: here they are applicants too. */
export interface WireApplicant {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly birth_date: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly status: string;
  readonly form_submitted: string | null;
  readonly score: number | null;
  readonly created_at: string;
  readonly updated_at: string | null;
  readonly is_guarantor: boolean;
  readonly physical_guarantors: readonly WireApplicant[];
  readonly moral_guarantor: WireMoralGuarantor | null;
  readonly meta: WireMeta;
  readonly profile: string | null;
  readonly completion_rate: number | null;
  readonly is_pre_application: boolean;
  readonly pre_application_validated_at: string | null;
}

/** Section 2.7. */
export interface WirePhoto {
  readonly _id: string;
  readonly size: number;
  readonly path: string | null;
  readonly filename: string;
  readonly content_type: string;
  readonly favorite: boolean;
}

/** Section 2.6. The specification spells `achived_at` so. */
export interface WireProduct {
  readonly _id: string;
  readonly tenant: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly achived_at: string | null;
  readonly category: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly reference: string | null;
  readonly available: boolean;
  readonly availability: string | null;
  readonly exclusivity: boolean | null;
  readonly disable_spontaneous_applications: boolean | null;
  readonly managers: readonly string[];
  readonly meta: WireMeta;
  readonly mandate_type: string;
  readonly price: number | null;
  readonly fee: number | null;
  readonly fee_type: string;
  readonly photo: WirePhoto | null;
  readonly incoming_requests: number;
  readonly rent_amount: number | null;
  readonly monthly_charges: number | null;
  readonly furnished: boolean;
  readonly warranty_amount: number | null;
  readonly agency_fees: number | null;
  readonly unpaid_rent_insurance: boolean | null;
  readonly is_pre_application: boolean;
  readonly pre_application_validated_at: string | null;
  readonly under_insurance: boolean | null;
}

/** Section 2.2: a `ListRentalFile`. */
export interface WireFile {
  readonly id: string;
  readonly product_id: string | null;
  readonly meta: WireMeta;
  readonly allow_user_engagement: boolean;
  readonly status: string;
  readonly applicants_situation: string | null;
  readonly archived_at: string | null;
  readonly tags: readonly WireTag[];
  readonly managers: readonly string[];
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly score: number | null;
  readonly completion_rate: number | null;
  readonly applicants: readonly WireApplicant[];
  readonly decision: string;
  readonly product: WireProduct | null;
  readonly is_pre_application: boolean;
  readonly pre_application_validated_at: string | null;
  readonly under_insurance: boolean | null;
}

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
