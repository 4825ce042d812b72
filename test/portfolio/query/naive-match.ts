import { type Calendar, dateOf } from '../../../src/portfolio/calendar.ts';
import type { Entry } from '../../../src/portfolio/entry.ts';
import type { Part } from '../../../src/portfolio/query/keys/parts.ts';
import { SYNONYMS } from '../../../src/portfolio/query/keys/people.ts';
import type { ChoiceKey, FlagKey } from '../../../src/portfolio/query/keys/row.ts';
import {
  type Age,
  type Comparison,
  type Condition,
  KEYS,
  type KeyOf,
  type Query,
  type Sort,
  isIds,
  keysOfKind,
} from '../../../src/portfolio/query/query.ts';
import type { SearchContext } from '../../../src/portfolio/search/execute.ts';
import { FILE_STATUSES } from '../../../src/rental-api/schema/fields.ts';
import type { RentalFile } from '../../../src/rental-api/schema/rental-file.ts';
import { fileOf } from './random-entries.ts';

/** The plainest way to say which entries a query finds: slow, and written from DESIGN.md alone. */
export function finds(
  query: Query,
  entry: Entry,
  searchContext: SearchContext,
  calendar: Calendar,
): boolean {
  return query.conditions.every(
    (condition) => condition.not !== holds(condition, entry, searchContext, calendar),
  );
}

/** The plainest way to say how two entries follow each other; ids decide between equal ones. */
export function follows(sort: Sort, one: Entry, other: Entry): number {
  const values: Record<Sort, (entry: Entry) => number | null> = {
    oldest: ({ createdMs }) => createdMs,
    newest: ({ createdMs }) => createdMs && -createdMs,
    score: ({ score }) => score && -score,
    'lowest-score': ({ score }) => score,
    'least-complete': ({ completion }) => completion,
    'highest-rent': ({ property: { rent } }) => rent && -rent,
    'lowest-rent': ({ property: { rent } }) => rent,
    completion: ({ completion }) => completion && -completion,
    updated: ({ updatedMs }) => updatedMs && -updatedMs,
    waiting: ({ createdMs }) => createdMs,
  };
  const [here, there] = [values[sort](one), values[sort](other)];
  // Ready ones first, then pending ones, then all others.
  const [place = 0, against = 0] = [one, other].map(({ decision }) =>
    ['PENDING', 'READY'].indexOf(decision),
  );
  if (sort === 'waiting' && place !== against) return against - place;
  if (here !== null && there !== null && here !== there) return here - there;
  if ((here === null) !== (there === null)) return here === null ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

function holds(
  condition: Condition,
  entry: Entry,
  searchContext: SearchContext,
  calendar: Calendar,
): boolean {
  const file = fileOf(entry);
  switch (condition.kind) {
    case 'words':
      return condition.any.some((phrase) => isShown(phrase, file));
    case 'text':
      return condition.any.some((phrase) => isIn(condition.key, phrase, file));
    case 'choice': {
      return choicesOf(condition.key, file, searchContext.completionMax).some(
        (value) => value !== null && condition.any.includes(value),
      );
    }
    case 'number': {
      const isPercent = ['completion', 'applicant-completion'].includes(condition.key);
      const isShare = isPercent && searchContext.completionMax === 1;
      // A whole percent is the one that is shown, rounded down.
      return numbersOf(condition.key, file).some((value) => {
        if (value === null) return false;
        const shown = isShare ? Number((value * 100).toFixed(6)) : value;
        return condition.any.some((one) =>
          compares(one, (wanted) =>
            isPercent && Number.isInteger(wanted) ? Math.floor(shown) - wanted : shown - wanted,
          ),
        );
      });
    }
    case 'age': {
      const { created_at: created, updated_at: updated, decision } = file;
      const since = {
        age: created,
        stale: updated ?? created,
        waiting: isAwaited(file) ? created : null,
        'since-decision': ['ACCEPTED', 'REJECTED'].includes(decision)
          ? timeSeen('decidedMs', file, searchContext)
          : null,
        ready: decision === 'READY' ? timeSeen('readyMs', file, searchContext) : null,
      }[condition.key];
      if (since === null) return false;
      const { nowMs, zone } = searchContext;
      if (Temporal.PlainDate.compare(dateOf(since, zone), dateOf(nowMs, zone)) > 0) return false;
      return condition.any.some((one) =>
        one.is === '=' && one.value.unit === 'h'
          ? Math.floor((searchContext.nowMs - since) / 3_600_000) === one.value.count
          : compares(one, (age) => older(since, age, searchContext, calendar)),
      );
    }
    case 'date': {
      const day = (time: number | null) =>
        time === null ? null : dateOf(time, searchContext.zone).toString();
      const { created_at: created, updated_at: updated, product } = file;
      const days = {
        created: day(created),
        updated: day(updated),
        decided: ['ACCEPTED', 'REJECTED'].includes(file.decision)
          ? day(timeSeen('decidedMs', file, searchContext))
          : null,
        'ready-since':
          file.decision === 'READY' ? day(timeSeen('readyMs', file, searchContext)) : null,
        availability: product?.availability ?? null,
        'archived-on': day(file.archived_at),
        'pre-application-validated': day(file.pre_application_validated_at),
        'property-created': day(product?.created_at ?? null),
        'property-updated': day(product?.updated_at ?? null),
        'property-archived-on': day(product?.achived_at ?? null),
        'property-validated': day(product?.pre_application_validated_at ?? null),
        'applicant-created': candidatesOf(file).map((one) => day(one.created_at)),
        'applicant-updated': candidatesOf(file).map((one) => day(one.updated_at)),
        'applicant-validated': candidatesOf(file).map((one) =>
          day(one.pre_application_validated_at),
        ),
        'form-submitted': candidatesOf(file).map((one) => day(one.form_submitted)),
        'organisation-created': organisationsOf(file).map((one) => day(one.created_at)),
        'organisation-updated': organisationsOf(file).map((one) => day(one.updated_at)),
      }[condition.key];
      return [days]
        .flat()
        .some(
          (date) =>
            date !== null &&
            condition.any.some((one) =>
              compares(one, (wanted) => (date.startsWith(wanted) ? 0 : date < wanted ? -1 : 1)),
            ),
        );
    }
    case 'person': {
      const { triage, readerId } = searchContext;
      if (triage === null) return false;
      const taker = triage.takerOf(file.id);
      const people =
        condition.key === 'taken' ? [taker].filter(Boolean) : [...triage.watchersOf(file.id)];
      return condition.any.some((one) => {
        if (one === 'nobody') return people.length === 0;
        return people.includes(one === 'me' ? (readerId ?? '?') : one);
      });
    }
    case 'flag': {
      if (condition.key === 'snoozed') {
        const { triage, nowMs } = searchContext;
        return triage !== null && condition.any.includes(triage.isSnoozed(entry, nowMs));
      }
      if (condition.key === 'applicant-pre-application') {
        return candidatesOf(file).some(({ is_pre_application: flag }) =>
          condition.any.some((wanted) => wanted === flag),
        );
      }
      const flag = flagOf(condition.key, file);
      return flag !== null && condition.any.includes(flag);
    }
    case 'part':
      return condition.any.some((part) =>
        condition.key === 'has'
          ? hasPart(part, file)
          : !hasPart(part, file) && !isUndetailed(part, file),
      );
  }
}

/** Awaiting a decision, of the last section of the specification’s values. */
function isAwaited({ decision, status, archived_at: archivedAt }: RentalFile): boolean {
  return ['PENDING', 'READY'].includes(decision) && status !== 'CLOSED' && archivedAt === null;
}

/** When a file came to its decision: as seen, or else at the latest when it was first seen. */
function timeSeen(
  key: 'readyMs' | 'decidedMs',
  { id, decision, updated_at: updated }: RentalFile,
  { history }: SearchContext,
): number | null {
  const past = history?.timesOf(id);
  if (past?.decision !== decision) return updated;
  if (past[key] !== null) return past[key];
  return updated === null ? null : Math.min(updated, past.knownMs);
}

/** Of a file that awaits a decision. */
function stageOf(
  { decision, status, completion_rate: completion }: RentalFile,
  completionMax: number,
): string {
  if (decision === 'READY') return 'READY';
  const isComplete = completion === null || completion >= completionMax;
  const isCollected = status === 'COLLECTED' || status === 'ANALYZED';
  return isCollected && isComplete ? 'IN_REVIEW' : 'WAITING_FOR_DOCUMENTS';
}

/** Those who do not stand surety alone. */
function candidatesOf({ applicants }: RentalFile): RentalFile['applicants'] {
  return applicants.filter(({ is_guarantor: isGuarantor }) => isGuarantor !== true);
}

function choicesOf(
  key: KeyOf<'choice'>,
  file: RentalFile,
  completionMax: number,
): (string | null)[] {
  if (key === 'applicant-status') return candidatesOf(file).map(({ status: its }) => its);
  const { status, decision, applicants_situation: situation, product } = file;
  const value = {
    status,
    decision,
    stage: isAwaited(file) ? stageOf(file, completionMax) : null,
    situation,
    category: product?.category ?? null,
    mandate: product?.mandate_type ?? null,
    'fee-type': product?.fee_type ?? null,
  }[key];
  return [value];
}

function numbersOf(key: KeyOf<'number'>, file: RentalFile): (number | null)[] {
  if (key === 'applicant-score') return candidatesOf(file).map(({ score }) => score);
  if (key === 'applicant-completion') {
    return candidatesOf(file).map(({ completion_rate: rate }) => rate);
  }
  const { product } = file;
  const value = {
    score: file.score,
    completion: file.completion_rate,
    guarantors: guarantorsOf(file).length,
    rent: product?.rent_amount ?? null,
    charges: product?.monthly_charges ?? null,
    deposit: product?.warranty_amount ?? null,
    price: product?.price ?? null,
    fee: product?.fee ?? null,
    'agency-fees': product?.agency_fees ?? null,
    requests: product?.incoming_requests ?? null,
  }[key];
  return [value];
}

function flagOf(key: KeyOf<'flag'>, file: RentalFile): boolean | null {
  const { product } = file;
  return {
    archived: file.archived_at !== null,
    insured: file.under_insurance,
    'pre-application': file.is_pre_application,
    engagement: file.allow_user_engagement,
    available: product?.available ?? null,
    furnished: product?.furnished ?? null,
    exclusive: product?.exclusivity ?? null,
    'rent-insurance': product?.unpaid_rent_insurance ?? null,
    'property-insured': product?.under_insurance ?? null,
    spontaneous: isGiven(product?.disable_spontaneous_applications)
      ? product?.disable_spontaneous_applications === false
      : null,
    'property-archived': product === null ? null : product.achived_at !== null,
    'property-pre-application': product?.is_pre_application ?? null,
    // Of each applicant.
    'applicant-pre-application': null,
    // People say it, not the file.
    snoozed: null,
  }[key];
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function isWritten(value: string | null | undefined): boolean {
  return isGiven(value) && value?.trim() !== '';
}

/** Whether a file has a part; what concerns people, whether every applicant has it. */
export function hasPart(part: Part, file: RentalFile): boolean {
  const { product } = file;
  const candidates = file.applicants.filter((person) => !person.is_guarantor);
  const each = (value: (person: RentalFile['applicants'][number]) => unknown) =>
    candidates.length > 0 &&
    candidates.every((person) => ![null, ''].some((nothing) => nothing === value(person)));
  return {
    score: isGiven(file.score),
    completion: isGiven(file.completion_rate),
    applicants: candidates.length > 0,
    guarantor: guarantorsOf(file).length > 0,
    validation: isGiven(file.pre_application_validated_at),
    email: each(({ email }) => email),
    phone: each(({ phone }) => phone),
    form: each(({ form_submitted: sent }) => sent),
    'birth-date': each(({ birth_date: born }) => born),
    profile: each(({ profile }) => profile),
    situation: isGiven(file.applicants_situation),
    insurance: file.under_insurance === true,
    tags: file.tags.length > 0,
    manager: file.managers.length > 0,
    created: isGiven(file.created_at),
    updated: isGiven(file.updated_at),
    property: isGiven(product) || isGiven(file.product_id),
    title: isWritten(product?.title),
    reference: isWritten(product?.reference),
    description: isWritten(product?.description),
    category: isWritten(product?.category),
    photo: isGiven(product?.photo),
    availability: isGiven(product?.availability),
    rent: isGiven(product?.rent_amount),
    charges: isGiven(product?.monthly_charges),
    deposit: isGiven(product?.warranty_amount),
    price: isGiven(product?.price),
    fee: isGiven(product?.fee),
    'agency-fees': isGiven(product?.agency_fees),
    meta: hasContent(file.meta),
    'property-meta': hasContent(product?.meta),
    'applicant-meta': file.applicants.some(({ meta }) => hasContent(meta)),
    'organisation-meta': organisationsOf(file).some(({ meta }) => hasContent(meta)),
    'organisation-document': organisationsOf(file).some(({ file_path: path }) => isWritten(path)),
    'favourite-photo': product?.photo?.favorite === true,
    'photo-path': isWritten(product?.photo?.path),
    'photo-id': isGiven(product?.photo?._id),
  }[part];
}

/** Whether a part is one of a property of which the service gives no more than the id. */
export function isUndetailed(part: Part, { product, product_id: id }: RentalFile): boolean {
  return !isGiven(product) && isGiven(id) && PARTS_OF_PROPERTY.has(part);
}

const PARTS_OF_PROPERTY: ReadonlySet<Part> = new Set([
  'title',
  'reference',
  'description',
  'category',
  'photo',
  'favourite-photo',
  'photo-path',
  'photo-id',
  'property-meta',
  'availability',
  'rent',
  'charges',
  'deposit',
  'price',
  'fee',
  'agency-fees',
]);

/** Meta of any shape with anything in it. */
function hasContent(meta: unknown): boolean {
  return !['null', '{}', '[]', '""', undefined].includes(JSON.stringify(meta));
}

function organisationsOf({ applicants }: RentalFile) {
  return applicants
    .map(({ moral_guarantor: organisation }) => organisation)
    .filter((organisation) => organisation !== null);
}

/** Names of people, or the kind of an organisation; nobody twice. */
function guarantorsOf({ applicants }: RentalFile): string[] {
  const ids = new Set(applicants.map(({ id }) => id));
  const beside = applicants
    .flatMap(({ physical_guarantors: people }) => people)
    .filter(({ id }, index, all) => {
      const isFirst = all.findIndex((other) => other.id === id) === index;
      return id === null || (isFirst && !ids.has(id));
    });
  const organisations = applicants.flatMap(({ moral_guarantor: moral }) =>
    moral === null ? [] : [moral.type ?? ''],
  );
  const among = applicants.filter(({ is_guarantor: isGuarantor }) => isGuarantor);
  return [...[...among, ...beside].map(nameOf), ...organisations];
}

function textsOf(key: KeyOf<'text'>, file: RentalFile): (string | null)[] {
  const { product } = file;
  return {
    file: [file.id],
    'property-id': [product?._id ?? file.product_id],
    property: [product?.title ?? null, product?.description ?? null, product?.reference ?? null],
    applicant: file.applicants.map(nameOf),
    profile: file.applicants.map(({ profile }) => profile),
    guarantor: guarantorsOf(file),
    manager: [...file.managers, ...(product?.managers ?? [])],
    tag: file.tags.map(({ name }) => name),
    'applicant-id': file.applicants.map(({ id }) => id),
    'service-tenant': [product?.tenant ?? null, ...file.tags.map(({ tenant }) => tenant)],
  }[key];
}

function isIn(key: KeyOf<'text'>, phrase: string, file: RentalFile): boolean {
  if (isIds(key)) {
    return textsOf(key, file).some((id) => id?.toLowerCase().startsWith(phrase.toLowerCase()));
  }
  const isId = textsOf('property-id', file)[0]?.toLowerCase() === phrase.toLowerCase();
  if (key === 'property' && isId) return true;
  const isTranslated = key === 'profile' || key === 'guarantor';
  const alike = isTranslated ? SYNONYMS.filter((words) => isAmong(phrase, words)).flat() : [];
  return [phrase, ...alike].some((one) => textsOf(key, file).some((text) => hasPhrase(text, one)));
}

const SHOWN = ['property', 'applicant', 'profile', 'guarantor', 'manager', 'tag'] as const;

/** Whether a free word is found in a file: in a text, or as the name of a value, in any language. */
function isShown(phrase: string, file: RentalFile): boolean {
  return (
    SHOWN.some((key) => isIn(key, phrase, file)) ||
    // No free word is a stage: what several values tell is not shown as a value of the file.
    keysOfKind('choice').some(
      (key) =>
        key !== 'stage' &&
        // What is a status of files does not ask for those of people.
        !(
          key === 'applicant-status' && FILE_STATUSES.some((one) => isNamed(phrase, 'status', one))
        ) &&
        choicesOf(key, file, Infinity).some((value) => isNamed(phrase, key, value)),
    ) ||
    keysOfKind('flag').some((key) => {
      const row: FlagKey = KEYS[key];
      const words = [row.en, row.fr].map(({ described }) => described.alone);
      const flag = flagOf(key, file);
      if (flag === null) return false;
      return words.some((alone) => isAmong(phrase, (flag ? alone?.yes : alone?.no) ?? []));
    })
  );
}

function isNamed(phrase: string, key: KeyOf<'choice'>, value: string | null): boolean {
  if (value === null) return false;
  const row: ChoiceKey = KEYS[key];
  const groups = (row.groups ?? []).filter(({ values }) => values.includes(value));
  const rows = [row.values[value], ...groups];
  const words = rows.flatMap((each) => [...(each?.en ?? []), ...(each?.fr ?? [])]);
  return isAmong(phrase, [value, ...words]);
}

function isAmong(phrase: string, words: readonly string[]): boolean {
  return words.some((word) => wordsIn(word).join(' ') === wordsIn(phrase).join(' '));
}

/** `difference` is below, at or above zero as the value is below, at or above the wanted one. */
function compares<Value>(
  comparison: Comparison<Value>,
  difference: (wanted: Value) => number,
): boolean {
  switch (comparison.is) {
    case '>':
      return difference(comparison.value) > 0;
    case '>=':
      return difference(comparison.value) >= 0;
    case '<':
      return difference(comparison.value) < 0;
    case '<=':
      return difference(comparison.value) <= 0;
    case '=':
      return difference(comparison.value) === 0;
    case '..':
      return difference(comparison.from) >= 0 && difference(comparison.to) <= 0;
  }
}

function older(
  sinceMs: number,
  age: Age,
  { nowMs, zone }: SearchContext,
  calendar: Calendar,
): number {
  const today = dateOf(nowMs, zone);
  const date = dateOf(sinceMs, zone);
  switch (age.unit) {
    case 'h':
      return nowMs - sinceMs - age.count * 3_600_000;
    case 'd':
      return date.until(today).days - age.count;
    case 'w':
      return date.until(today).days - age.count * 7;
    case 'mo':
      return Temporal.PlainDate.compare(today.subtract({ months: age.count }), date);
    case 'bd': {
      let count = 0;
      for (let day = date.add({ days: 1 }); Temporal.PlainDate.compare(day, today) <= 0;) {
        if (calendar.isWorkingDay(day)) count += 1;
        day = day.add({ days: 1 });
      }
      return count - age.count;
    }
  }
}

/** A name can be said either way round; that one may also say the first name twice does no harm. */
function nameOf(
  person: Pick<RentalFile['applicants'][number], 'first_name' | 'last_name'>,
): string {
  const { first_name: first, last_name: last } = person;
  return first && last ? `${first} ${last} ${first}` : `${first ?? ''} ${last ?? ''}`;
}

function hasPhrase(text: string | null, phrase: string): boolean {
  const words = wordsIn(text ?? '');
  const wanted = wordsIn(phrase);
  return words.some((_, start) =>
    wanted.every((word, index) => {
      const isLast = index === wanted.length - 1;
      const there = words[start + index];
      return isLast ? there?.startsWith(word) : there === word;
    }),
  );
}

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}
