import { z } from 'zod';

import { yieldToEventLoop } from '../lib/yield.ts';
import type { Entry, Facts, Labels, Property } from '../portfolio/entry.ts';

/** An entry, and the page on which the service listed it. */
export interface PlacedEntry {
  readonly entry: Entry;
  readonly page: URL;
}

/** Entries of one segment: about 2 ms of the event loop. */
const ENTRIES_A_SEGMENT = 1_000;

/** Stands for a date that cannot be read, which JSON has no number for. */
const UNREADABLE = 'unreadable';

const Text = z.string().nullable();
const Numeric = z.number().nullable();
const Flag = z.boolean().nullable();

/** Values that many entries share, each with its number: it is written when it is first used. */
const SharedValues = z.object({
  labels: z.array(z.tuple([z.int(), z.array(z.string())])),
  properties: z.array(
    z.tuple([
      z.int(),
      z.object({
        isGiven: z.boolean(),
        title: Text,
        reference: Text,
        description: Text,
        category: Text,
        mandate: Text,
        feeType: Text,
        rent: Numeric,
        charges: Numeric,
        deposit: Numeric,
        price: Numeric,
        fee: Numeric,
        agencyFees: Numeric,
        requests: Numeric,
        isAvailable: Flag,
        availability: Text,
        isFurnished: Flag,
        isExclusive: Flag,
        hasRentInsurance: Flag,
        hasPhoto: z.boolean(),
        managers: z.int(),
      }),
    ]),
  ),
  facts: z.array(
    z.tuple([
      z.int(),
      z.object({
        isInsured: Flag,
        mayEngage: Flag,
        isPreApplication: Flag,
        hasApplicants: z.boolean(),
        hasEmails: z.boolean(),
        hasPhones: z.boolean(),
        hasForms: z.boolean(),
        hasBirthDates: z.boolean(),
        hasProfiles: z.boolean(),
        guarantors: z.number(),
        organisations: z.number(),
      }),
    ]),
  ),
  pages: z.array(z.tuple([z.int(), z.string()])),
});

/**
 * One entry without the names of its fields, as there are 100,000 of them. A segment is authenticated,
 * and of this version of its form: to check each field again would take as long as all the rest.
 */
type WrittenEntry = readonly [
  id: string,
  status: string,
  decision: string,
  situation: string | null,
  property: number,
  people: readonly (readonly [string | null, string | null, string, boolean])[],
  managers: number,
  tags: number,
  profiles: number,
  guarantors: string,
  facts: number,
  score: number | null,
  completion: number | null,
  createdMs: number | null,
  updatedMs: number | null,
  archivedMs: number | typeof UNREADABLE | null,
  page: number,
];
const FIELDS = 17;
const WrittenEntry = z.custom<WrittenEntry>(
  (value) => Array.isArray(value) && value.length === FIELDS && typeof value[0] === 'string',
);

const Segment = SharedValues.extend({
  entries: z.array(WrittenEntry),
  /** Ids of files that are not listed any more. */
  gone: z.array(z.string()),
});
type Segment = z.output<typeof Segment>;

/** Writes entries and what has changed of them since, segment by segment. */
export interface SegmentWriter {
  /** Yields each segment as JSON. Each is to be read after all before it. */
  write(
    entries: readonly PlacedEntry[],
    gone?: readonly string[],
  ): AsyncGenerator<string, void, undefined>;
}

export function createSegmentWriter(): SegmentWriter {
  const numbers = new WeakMap<object, number>();
  const pageNumbers = new Map<string, number>();
  let last = 0;

  /** @param write is called when the value is new */
  function numberOf(value: object, write: (number: number) => void): number {
    const earlier = numbers.get(value);
    if (earlier !== undefined) return earlier;
    last += 1;
    numbers.set(value, last);
    write(last);
    return last;
  }

  function segmentOf(entries: readonly PlacedEntry[], gone: readonly string[]): string {
    const segment: Segment = {
      labels: [],
      properties: [],
      facts: [],
      pages: [],
      entries: [],
      gone: [...gone],
    };

    const labels = (value: Labels): number =>
      numberOf(value, (number) => segment.labels.push([number, [...value.names]]));
    const facts = (value: Facts): number =>
      numberOf(value, (number) => segment.facts.push([number, value]));
    const property = (value: Property): number => {
      const managers = labels(value.managers);
      return numberOf(value, (number) => segment.properties.push([number, { ...value, managers }]));
    };
    const page = ({ href }: URL): number => {
      const earlier = pageNumbers.get(href);
      if (earlier !== undefined) return earlier;
      pageNumbers.set(href, pageNumbers.size);
      segment.pages.push([pageNumbers.size - 1, href]);
      return pageNumbers.size - 1;
    };

    for (const { entry, page: url } of entries) {
      segment.entries.push([
        entry.id,
        entry.status,
        entry.decision,
        entry.situation,
        property(entry.property),
        entry.applicants.map((person) => [
          person.firstName,
          person.lastName,
          person.status,
          person.isGuarantor,
        ]),
        labels(entry.managers),
        labels(entry.tags),
        labels(entry.profiles),
        entry.guarantors,
        facts(entry.facts),
        entry.score,
        entry.completion,
        entry.createdMs,
        entry.updatedMs,
        entry.archivedMs === Infinity ? UNREADABLE : entry.archivedMs,
        page(url),
      ]);
    }
    return JSON.stringify(segment);
  }

  return {
    async *write(entries, gone = []) {
      for (let from = 0; from === 0 || from < entries.length; from += ENTRIES_A_SEGMENT) {
        yield segmentOf(entries.slice(from, from + ENTRIES_A_SEGMENT), from === 0 ? gone : []);
        await yieldToEventLoop();
      }
    },
  };
}

/** The entries of all segments that were read so far. */
export interface SegmentReader {
  /** @throws {SegmentError} when it is no segment, or one before it is missing */
  read(json: string): void;
  /** In the order of their first appearance. */
  entries(): readonly PlacedEntry[];
}

/** What was decrypted is no segment, or misses what an earlier one holds. */
export class SegmentError extends Error {
  override readonly name = 'SegmentError';
}

export function createSegmentReader(): SegmentReader {
  const labels = new Map<number, Labels>();
  const properties = new Map<number, Property>();
  const facts = new Map<number, Facts>();
  const pages = new Map<number, URL>();
  const placed = new Map<string, PlacedEntry>();
  /** Statuses and the like, which would be in memory once for each entry. */
  const texts = new Map<string, string>();

  function text(value: string): string {
    const earlier = texts.get(value);
    if (earlier !== undefined) return earlier;
    texts.set(value, value);
    return value;
  }

  function entryOf(written: WrittenEntry): PlacedEntry {
    const [id, status, decision, situation, property, people, ...rest] = written;
    const [managers, tags, profiles, guarantors, own, score, completion, ...times] = rest;
    const [createdMs, updatedMs, archivedMs, page] = times;
    const entry: Entry = {
      id,
      status: text(status),
      decision: text(decision),
      situation: situation === null ? null : text(situation),
      property: known(properties, property),
      applicants: people.map(([firstName, lastName, state, isGuarantor]) => ({
        firstName,
        lastName,
        status: text(state),
        isGuarantor,
      })),
      managers: known(labels, managers),
      tags: known(labels, tags),
      profiles: known(labels, profiles),
      guarantors,
      facts: known(facts, own),
      score,
      completion,
      createdMs,
      updatedMs,
      archivedMs: archivedMs === UNREADABLE ? Infinity : archivedMs,
    };
    return { entry, page: known(pages, page) };
  }

  return {
    read(json) {
      const segment = segmentIn(json);
      for (const [number, names] of segment.labels) labels.set(number, { names: names.map(text) });
      for (const [number, value] of segment.properties) {
        properties.set(number, { ...value, managers: known(labels, value.managers) });
      }
      for (const [number, value] of segment.facts) facts.set(number, value);
      for (const [number, href] of segment.pages) pages.set(number, urlOf(href));
      for (const id of segment.gone) placed.delete(id);
      for (const written of segment.entries) {
        const each = entryOf(written);
        placed.set(each.entry.id, each);
      }
    },
    entries: () => [...placed.values()],
  };
}

function segmentIn(json: string): Segment {
  try {
    return Segment.parse(JSON.parse(json));
  } catch {
    throw new SegmentError('a segment of a shared snapshot cannot be read');
  }
}

function urlOf(href: string): URL {
  const url = URL.parse(href);
  if (url === null) throw new SegmentError('a page of a shared snapshot has no URL');
  return url;
}

function known<Value>(values: ReadonlyMap<number, Value>, number: number): Value {
  const value = values.get(number);
  if (value === undefined) throw new SegmentError('a segment of a shared snapshot is missing');
  return value;
}
