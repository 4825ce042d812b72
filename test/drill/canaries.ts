import { Client } from 'pg';

/** A place where something should not have been. */
export interface Leak {
  readonly where: string;
  /** What kind of thing, never the thing itself: this is printed. */
  readonly what: string;
}

/** What must not be found, by what it is. */
export type Planted = Readonly<Record<string, readonly string[]>>;

/** A signed token, as assertions are; what buttons carry is encrypted, and has five parts. */
const SIGNED_TOKEN = /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/;

/** Looks for everything that was planted, without regard to case. */
export function leaksIn(where: string, text: string, planted: Planted): Leak[] {
  const lower = text.toLowerCase();
  return [
    ...Object.entries(planted)
      .filter(([, needles]) => needles.some((needle) => lower.includes(needle.toLowerCase())))
      .map(([what]) => ({ where, what })),
    ...(SIGNED_TOKEN.test(text) ? [{ where, what: 'a signed token' }] : []),
  ];
}

/** All rows of all tables but PostgreSQL's own, as text. */
export async function dumpOf(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `select it::text as row from ${name} it`,
      );
      texts.push(name, ...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** The lines of a key that are the key: long enough to be nothing else. */
export function keyLines(pem: string): string[] {
  return pem.split('\n').filter((line) => line.length > 40 && !line.startsWith('-----'));
}
