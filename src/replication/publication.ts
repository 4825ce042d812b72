import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { z } from 'zod';

import { yieldToEventLoop } from '../lib/concurrency.ts';
import { decryptBytes, encrypt, joined, keyFrom, partsOf } from '../lib/crypto.ts';
import { goneSince } from '../portfolio/refresh.ts';
import { type Snapshot, entryIn } from '../portfolio/snapshot.ts';
import type { PlacedEntry, SegmentWriter } from './segments.ts';

/** Why an instance reads for itself although another one has published. */
export type RefusedReason =
  /** Changed, or of another version, secret or setting. */
  | 'unreadable'
  /** Older than what was published before. */
  | 'replayed'
  /** A segment is missing or stands for another one. */
  | 'incomplete';

/** What is published of a snapshot beside its entries. */
const Manifest = z.object({
  /** Of the segments: those of another one cannot be put in their place. */
  lineage: z.string(),
  /** Grows with each publication. */
  sequence: z.tuple([z.int(), z.int()]),
  segments: z.array(z.string()),
  files: z.int(),
  id: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  databaseAheadMs: z.number().nullable(),
  servedAt: z.number().nullable(),
  isWhole: z.boolean(),
  skipped: z.int(),
  unknown: z.int(),
  completionScale: z.object({
    max: z.union([z.literal(1), z.literal(100)]),
    because: z.enum(['configured', 'rates', 'unclear']),
    rates: z.object({ highest: z.number().nullable(), hasFraction: z.boolean() }),
  }),
  inconsistency: z.enum(['moved', 'count', 'miscount', 'repeated', 'empty']).nullable(),
  oddities: z.object({
    repeated: z.array(z.string()),
    countsMore: z.int(),
    countedSo: z.int(),
    miscount: z.int(),
  }),
});
export type Manifest = z.output<typeof Manifest>;

/** A published snapshot that cannot be used. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: RefusedReason;

  constructor(reason: RefusedReason) {
    super(`a shared snapshot is refused: ${reason}`);
    this.reason = reason;
  }
}

/** @throws {RefusedError} for anything else */
export function manifestIn(text: string): Manifest {
  const { data } = Manifest.safeParse(JSON.parse(text));
  if (data === undefined) throw new RefusedError('unreadable');
  return data;
}

/** Changes and files that are gone, by the number of all, before all are written anew. */
const CHANGED_SHARE_MAX = 0.25;
const SEGMENTS_MORE_MAX = 200;
/** How long what has changed or gone since may stay in the first segments. */
const BASE_MS_MAX = 86_400_000;
/** Entries between two yields to the event loop. */
const ENTRIES_A_TURN = 4_000;

/** What this instance has published as the reader, in segments that build on each other. */
export interface Publication {
  readonly lineage: string;
  readonly writer: SegmentWriter;
  readonly segments: readonly string[];
  /** Segments and entries in the first one with all files, and when those were read. */
  readonly base: {
    readonly segments: number;
    readonly entries: number;
    readonly startedAt: number;
  };
  /** Entries written since, and those that are gone. */
  readonly changed: number;
  readonly snapshot: Snapshot;
}

/** What a publication says of itself beside its entries. */
export function manifestOf(
  { lineage, segments, snapshot }: Publication,
  sequence: Manifest['sequence'],
): Manifest {
  const { id, startedAt, endedAt, isWhole, skipped, unknown, table } = snapshot;
  const { completionScale, inconsistency, oddities, databaseAheadMs, servedAt } = snapshot;
  return {
    lineage,
    sequence,
    segments: [...segments],
    files: table.entries.length,
    id,
    startedAt,
    endedAt,
    databaseAheadMs,
    servedAt,
    isWhole,
    skipped,
    unknown,
    completionScale,
    inconsistency,
    oddities: { ...oddities, repeated: [...oddities.repeated] },
  };
}

/** All files of a snapshot. */
export async function allOf(snapshot: Snapshot): Promise<readonly PlacedEntry[]> {
  const all: PlacedEntry[] = [];
  for (const [row, { id }] of snapshot.table.entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    const placed = placedIn(snapshot, id, row);
    if (placed !== null) all.push(placed);
  }
  return all;
}

/** What has changed since the last publication; `null` where all files are to be written anew. */
export async function baseFor(snapshot: Snapshot, before: Publication) {
  const { table, rows } = snapshot;
  const { entries: older } = before.snapshot.table;
  const changed: PlacedEntry[] = [];
  for (const [row, entry] of table.entries.entries()) {
    if (row > 0 && row % ENTRIES_A_TURN === 0) await yieldToEventLoop();
    // Nearly all stand where they stood: to look each up by its id would be most of the work.
    if (older[row] === entry || entryIn(before.snapshot, entry.id) === entry) continue;
    const placed = placedIn(snapshot, entry.id, row);
    if (placed !== null) changed.push(placed);
  }
  const gone = await goneSince(before.snapshot, { entries: table.entries, rows });
  const changes = before.changed + changed.length + gone.length;
  const isTooMuch =
    snapshot.startedAt - before.base.startedAt > BASE_MS_MAX ||
    changes > before.base.entries * CHANGED_SHARE_MAX ||
    before.segments.length > before.base.segments + SEGMENTS_MORE_MAX;
  return isTooMuch ? null : { before, changed, gone: gone.map(({ id }) => id), changes };
}

function placedIn({ table, seenOn }: Snapshot, id: string, row: number): PlacedEntry | null {
  const [entry, page] = [table.entries[row], seenOn[row]];
  return entry === undefined || page === undefined || entry.id !== id ? null : { entry, row, page };
}

const KEY_PURPOSE = 'rental-desk snapshot';

/** Changes with the form of what is published: another version refuses it, and reads for itself. */
export const FORMAT = 18;

/** Of one segment or manifest after decompression; those written have some 500 kB. */
const PLAIN_BYTES_MAX = 64 * 1024 * 1024;

/** Most segments are decompressed in one piece. */
const CHUNK_BYTES = 256 * 1024;

/**
 * The fastest: a higher level saves a tenth of the bytes for twice the time. A segment takes a
 * millisecond; handed to another thread it would take twenty.
 */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * JSON in Latin-1, with all other characters escaped. A single one of them would make a string take
 * two bytes for each of its characters, and twice as long to decode and parse.
 */
function inLatin1(json: string): Buffer {
  const escaped = json.replace(
    /[\u0100-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return Buffer.from(escaped, 'latin1');
}

/** What must be equal for an instance to take over what another one has read. */
export interface CipherContext {
  readonly secret: string;
  /** Still decrypts, while the secret is rotated. */
  readonly previousSecret: string | null;
  /** The version of the app. */
  readonly version: string;
  /** What is read, and how: the first page of the service and the scale of completion. */
  readonly settings: readonly string[];
}

/** Compresses and encrypts what is published. */
export interface SnapshotCipher {
  /** @param name what it is, and its place: authenticated, so that it stands for nothing else */
  encrypt(json: string, name: string): Uint8Array;
  /** `null` for what was changed, is of another version, secret or setting, or has another name. */
  decrypt(encrypted: Uint8Array, name: string): string | null;
}

/**
 * AES-256-GCM with keys derived from the app’s secret (HKDF-SHA256), over zstd.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function createSnapshotCipher({
  secret,
  previousSecret,
  version,
  settings,
}: CipherContext): SnapshotCipher {
  const key = keyFrom(secret, KEY_PURPOSE);
  const keys = previousSecret === null ? [key] : [key, keyFrom(previousSecret, KEY_PURPOSE)];
  const settingsHash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
  const associated = (name: string) =>
    Buffer.from(JSON.stringify([FORMAT, version, settingsHash, name]));

  return {
    encrypt(json, name) {
      const small = zstdCompressSync(inLatin1(json), COMPRESSION);
      return joined(encrypt(small, key, associated(name)));
    },
    decrypt(encrypted, name) {
      const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
      const parts = partsOf(bytes);
      if (parts === null) return null;
      for (const candidate of keys) {
        const small = decryptBytes(parts, candidate, associated(name));
        if (small === null) continue;
        const plain = zstdDecompressSync(small, {
          chunkSize: CHUNK_BYTES,
          maxOutputLength: PLAIN_BYTES_MAX,
        });
        return plain.toString('latin1');
      }
      return null;
    },
  };
}
