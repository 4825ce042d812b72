import type { WireApplicant, WireFile } from '../files-api/schema.ts';

/** Turns an ordinary file into one that a reader must not stumble over. */
type Oddity = (file: WireFile) => WireFile;

/**
 * The odd files of every portfolio, by name; each file bears its name as `meta.oddity`.
 *
 * All keep within the specification but two: `unknown status` and `unknown decision` stand for
 * what a later version of the service may send.
 */
export const ODDITIES: Readonly<Record<string, Oddity>> = {
  'no score': (file) => {
    const { applicants, ...whole } = complete(file);
    const unscored = applicants.map((person) => ({ ...person, score: null }));
    return { ...whole, score: null, applicants: unscored };
  },
  'score of many digits': (file) => ({ ...complete(file), score: 200 / 3 }),
  'nothing but zeros': (file) => ({
    ...file,
    score: 0,
    completion_rate: 0,
    product: file.product && { ...file.product, rent_amount: 0, monthly_charges: 0, price: 0 },
  }),
  'no applicants': (file) => ({ ...file, applicants: [], applicants_situation: null }),
  'only guarantors': (file) => ({
    ...file,
    applicants: file.applicants.map((person) => ({ ...person, is_guarantor: true })),
  }),
  'no property': (file) => ({ ...file, product: null }),
  archived: (file) => ({
    ...file,
    status: 'CLOSED',
    decision: 'REJECTED',
    archived_at: file.updated_at,
  }),
  'null wherever allowed': (file) => ({
    ...file,
    product_id: null,
    applicants_situation: null,
    archived_at: null,
    product: null,
    created_at: null,
    updated_at: null,
    score: null,
    completion_rate: null,
    pre_application_validated_at: null,
    under_insurance: null,
    managers: [],
    tags: [],
    applicants: file.applicants.map(nobody),
  }),
  'null in the property': (file) => ({
    ...file,
    product: file.product && {
      ...file.product,
      achived_at: null,
      category: null,
      title: null,
      description: null,
      reference: null,
      availability: null,
      exclusivity: null,
      disable_spontaneous_applications: null,
      price: null,
      fee: null,
      photo: null,
      rent_amount: null,
      monthly_charges: null,
      warranty_amount: null,
      agency_fees: null,
      unpaid_rent_insurance: null,
      pre_application_validated_at: null,
      under_insurance: null,
      managers: [],
    },
  }),
  'a company': (file) => named(file, null, 'SCI Les Trois Chênes & Fils'),
  'markup in names': (file) =>
    titled(
      named(file, '<!channel>', '*bold* _it_ ~no~ `code` <https://evil.example|click> & co'),
      '<!here> T2 & cave > 5 m² :fire: @everyone',
    ),
  'apostrophes and accents': (file) =>
    named(file, 'Maëlys-Aïssatou', "D'Hérouville-Saint-Clair N’Guessan O'Neill"),
  'right to left': (file) =>
    titled(named(file, 'مريم', 'بن يوسف \u202Eevil'), 'دירה T3 \u2067שלום'),
  'line breaks and emoji': (file) =>
    titled(named(file, 'Zoé\n# Title', '👩‍👩‍👧‍👦 Le\tGall\u0000'), 'Loft 🏙️\r\n\r\nEnd'),
  'very long texts': (file) =>
    titled(named(file, 'Wolfeschlegel'.repeat(30), 'Ab '.repeat(200)), 'T3 rénové '.repeat(120)),
  'unknown status': (file) => ({ ...file, status: 'ON_HOLD' }),
  'unknown decision': (file) => ({ ...file, decision: 'WAITLISTED' }),
};

/** From this many files on, a portfolio has room for the odd ones. */
const ROOM = 100;

/** The files, some of them, spread evenly, made odd. */
export function withOddOnes(files: readonly WireFile[]): readonly WireFile[] {
  if (files.length < ROOM) return files;
  const oddities = Object.entries(ODDITIES);
  const step = Math.floor(files.length / oddities.length);
  const mixed = [...files];
  for (const [place, [oddity, make]] of oddities.entries()) {
    const file = files[place * step + 2];
    if (file !== undefined) mixed[place * step + 2] = { ...make(file), meta: { oddity } };
  }
  return mixed;
}

/** The file as it is when all is there, of its applicants, too. */
function complete(file: WireFile): WireFile {
  const applicants = file.applicants.map((person) => ({
    ...person,
    status: 'ANALYZED',
    form_submitted: person.form_submitted ?? person.updated_at,
    completion_rate: 100,
  }));
  return { ...file, status: 'ANALYZED', decision: 'READY', completion_rate: 100, applicants };
}

function titled(file: WireFile, title: string): WireFile {
  return { ...file, product: file.product && { ...file.product, title } };
}

function named(file: WireFile, first_name: string | null, last_name: string): WireFile {
  const applicants = file.applicants.map((person) => ({ ...person, first_name, last_name }));
  return { ...file, applicants };
}

function nobody(person: WireApplicant): WireApplicant {
  return {
    ...person,
    first_name: null,
    last_name: null,
    birth_date: null,
    email: null,
    phone: null,
    form_submitted: null,
    score: null,
    updated_at: null,
    moral_guarantor: null,
    profile: null,
    completion_rate: null,
    pre_application_validated_at: null,
    physical_guarantors: [],
  };
}
