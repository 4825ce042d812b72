import type { FileHistory } from '../../src/portfolio/search/recorded.ts';
import { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import type { FileEvent } from '../../src/store/events.ts';

/** An agency with every kind of file, property and person, on Saturday 21 November 2026. */

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);

const LOFT = {
  _id: 'p1',
  title: 'Loft under the roof',
  reference: 'MO-0149',
  category: 'loft',
  description: 'Top floor, no lift.\nAt 12 rue de la Paix, 34000 Montpellier.',
  rent_amount: 1250.5,
  monthly_charges: 90,
  warranty_amount: 2501,
  agency_fees: 480,
  price: 310000,
  fee: 7.5,
  fee_type: 'percentage',
  mandate_type: 'management',
  exclusivity: true,
  furnished: true,
  available: true,
  availability: '2026-12-01',
  unpaid_rent_insurance: true,
  disable_spontaneous_applications: true,
  incoming_requests: 14,
  managers: ['claire@agency.example', 'hugo@agency.example'],
  photo: {
    _id: '0123456789abcdef01234567',
    size: 204_800,
    path: 'https://photos.example.com/loft.jpg',
    filename: 'loft.jpg',
    content_type: 'image/jpeg',
    favorite: true,
  },
  created_at: '2026-01-05T09:00:00Z',
  updated_at: '2026-10-05T09:00:00Z',
  achived_at: null,
};
const FLAT = {
  _id: 'p2',
  title: 'Three rooms by the station',
  reference: 'LY-0342',
  category: 'apartment',
  description: 'Au 3 place Carnot, 69002 Lyon.',
  rent_amount: 900,
  monthly_charges: 0,
  available: false,
  availability: '2026-11-25',
  exclusivity: false,
  mandate_type: 'rental',
  managers: ['hugo@agency.example'],
};

const files: readonly Readonly<Record<string, unknown>>[] = [
  {
    id: 'ready-loft',
    product: LOFT,
    status: 'ANALYZED',
    decision: 'READY',
    applicants_situation: 'COUPLE',
    score: 82,
    completion_rate: 1,
    created_at: '2026-10-28T09:00:00Z',
    updated_at: '2026-11-17T13:05:00Z',
    managers: ['claire@agency.example'],
    tags: [{ name: 'urgent' }, { name: 'pets' }],
    under_insurance: true,
    is_pre_application: true,
    pre_application_validated_at: '2026-11-03T10:00:00Z',
    allow_user_engagement: false,
    applicants: [
      {
        id: 'u1',
        first_name: 'Anne',
        last_name: 'Lefèvre',
        email: 'anne@people.example',
        phone: '+33 6 12 34 56 78',
        birth_date: '1992-02-29',
        status: 'ANALYZED',
        profile: 'employee',
        score: 90,
        completion_rate: 1,
        form_submitted: '2026-10-29T18:30:00Z',
        physical_guarantors: [
          { id: 'g1', first_name: 'Paul', last_name: 'Lefèvre', email: 'paul@people.example' },
          { id: 'g2' },
        ],
        moral_guarantor: { type: 'visale' },
      },
      {
        id: 'u2',
        first_name: 'Bo',
        last_name: 'Li',
        status: 'COLLECTED',
        completion_rate: 0.5,
        profile: 'student',
      },
      {
        id: 'u3',
        first_name: 'Marie',
        last_name: 'Li',
        is_guarantor: true,
        status: 'NEW',
        phone: '0612345678',
      },
    ],
  },
  {
    id: 'ready-flat',
    product: FLAT,
    status: 'COLLECTED',
    decision: 'READY',
    score: 0,
    completion_rate: 0.995,
    created_at: '2026-11-19T09:00:00Z',
    updated_at: '2026-11-20T09:00:00Z',
    managers: ['hugo@agency.example'],
    applicants: [{ first_name: 'Zoé', last_name: 'Martin', status: 'OPEN' }],
  },
  {
    id: 'review',
    product: FLAT,
    status: 'ANALYZED',
    decision: 'PENDING',
    applicants_situation: 'ROOMATES',
    score: 55.5,
    completion_rate: 1,
    created_at: '2026-11-06T09:00:00Z',
    updated_at: '2026-11-09T09:00:00Z',
    managers: ['claire@agency.example', 'hugo@agency.example', 'ines@agency.example'],
    applicants: Array.from({ length: 7 }, (_, index) => ({
      first_name: `Roommate ${index + 1}`,
      last_name: 'Durand',
      status: 'NEW',
    })),
  },
  {
    id: 'waiting-new',
    product: LOFT,
    status: 'NEW',
    decision: 'PENDING',
    score: null,
    completion_rate: 0.25,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    managers: ['claire@agency.example'],
    applicants: [],
  },
  {
    id: 'waiting-open',
    product: { reference: 'NA-0007' },
    status: 'OPEN',
    decision: 'PENDING',
    completion_rate: null,
    created_at: '2026-11-02T09:00:00Z',
    updated_at: '2026-11-02T09:00:00Z',
    applicants: [{ first_name: null, last_name: null, status: 'PROCESSING' }],
  },
  {
    id: 'processing',
    product: { title: 'Shop on the corner', category: 'shop', rent_amount: 2100 },
    status: 'PROCESSING',
    decision: 'PENDING',
    completion_rate: 0.6,
    created_at: '2026-11-12T09:00:00Z',
    updated_at: '2026-11-13T09:00:00Z',
    applicants: [{ first_name: 'SCI', last_name: 'Les Trois Chênes', status: 'OPEN' }],
  },
  {
    id: 'accepted',
    product: LOFT,
    status: 'CLOSED',
    decision: 'ACCEPTED',
    score: 95,
    completion_rate: 1,
    created_at: '2026-10-01T09:00:00Z',
    updated_at: '2026-11-12T15:30:00Z',
    managers: ['claire@agency.example'],
    applicants: [{ first_name: 'Iris', last_name: 'Petit', status: 'ANALYZED' }],
  },
  {
    id: 'rejected',
    product: FLAT,
    status: 'CLOSED',
    decision: 'REJECTED',
    score: 20,
    completion_rate: 0.8,
    created_at: '2026-10-02T09:00:00Z',
    updated_at: '2026-11-18T09:00:00Z',
    managers: ['hugo@agency.example'],
    applicants: [{ first_name: 'Omar', last_name: 'Said', status: 'ANALYZED' }],
  },
  {
    id: 'archived',
    product: FLAT,
    status: 'CLOSED',
    decision: 'REJECTED',
    archived_at: '2026-11-10T09:00:00Z',
    created_at: '2026-08-02T09:00:00Z',
    updated_at: '2026-11-10T09:00:00Z',
    applicants: [{ first_name: 'Old', last_name: 'File', status: 'ANALYZED' }],
  },
  {
    id: 'held',
    product: null,
    status: 'ON_HOLD',
    decision: 'PENDING',
    created_at: '2026-11-16T09:00:00Z',
    updated_at: '2026-11-16T09:00:00Z',
    applicants_situation: 'TRIO',
    applicants: [{ first_name: 'Lou', last_name: 'Fabre', status: 'ON_LEAVE', score: 'many' }],
  },
  {
    id: 'escalated',
    product: { ...FLAT, _id: 'p3', title: 'House & garden', reference: 'NT-0001' },
    status: 'ANALYZED',
    decision: 'ESCALATED',
    created_at: '2026-11-17T09:00:00Z',
    updated_at: '2026-11-19T09:00:00Z',
    applicants: [{ first_name: 'Eve', last_name: 'Roy', status: 'ANALYZED' }],
  },
  { id: 'bare' },
];

/** The files of the agency, from one that says everything to one that says nothing. */
export const FILES: readonly RentalFile[] = files.map((file) => RentalFile.parse(file));

const UNSEEN = {
  knownMs: at('01T08:00'),
  appearedMs: null,
  statusMs: null,
  readyMs: null,
  decidedMs: null,
  changedMs: null,
};
const TIMES: Readonly<Record<string, ReturnType<FileHistory['timesOf']>>> = {
  'ready-loft': {
    ...UNSEEN,
    decision: 'READY',
    statusMs: at('13T16:00'),
    readyMs: at('17T13:05'),
    changedMs: at('17T13:05'),
  },
  'ready-flat': {
    ...UNSEEN,
    knownMs: at('19T09:05'),
    decision: 'READY',
    appearedMs: at('19T09:05'),
    readyMs: at('20T09:05'),
  },
  accepted: {
    ...UNSEEN,
    decision: 'ACCEPTED',
    readyMs: at('10T13:05'),
    decidedMs: at('12T15:30'),
  },
  rejected: { ...UNSEEN, decision: 'REJECTED', decidedMs: at('18T09:05') },
};

/** What was recorded of some files since the first of November. */
export const HISTORY: FileHistory = {
  version: 1,
  sinceMs: at('01T08:00'),
  timesOf: (id) => TIMES[id] ?? { ...UNSEEN, decision: 'PENDING' },
};

const happened = (
  aspect: FileEvent['aspect'],
  time: string,
  from: string | null = null,
  to: string | null = null,
): FileEvent => ({
  fileId: 'ready-loft',
  aspect,
  from,
  to,
  afterMs: at(time) - 300_000,
  beforeMs: at(time),
});

/** Of the loft something of every kind has happened, the newest first; of other files nothing. */
export async function eventsOf(fileId: string): Promise<readonly FileEvent[]> {
  if (fileId !== 'ready-loft') return [];
  return [
    happened('decision', '17T13:05', 'PENDING', 'READY'),
    { ...happened('completion', '16T08:10', '0.5', '1'), afterMs: at('13T18:00') },
    happened('status', '13T16:00', 'COLLECTED', 'ANALYZED'),
    happened('applicants', '12T09:05', '1 NEW', '1 COLLECTED, 2 NEW'),
    happened('score', '11T08:05', null, '82'),
    happened('back', '10T08:05'),
    happened('gone', '09T08:05'),
    happened('archived', '08T08:05', 'false', 'true'),
    happened('appeared', '07T09:05'),
  ];
}
