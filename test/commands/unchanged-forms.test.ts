import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { formFor, parseAlertForm } from '../../src/commands/alert/form.ts';
import type { CommandContext, DigestService } from '../../src/commands/command.ts';
import { editDigestForm, type Folding, parseDigestForm } from '../../src/commands/digest/form.ts';
import { editDigest } from '../../src/commands/digest/save.ts';
import { settings } from '../../src/commands/settings.ts';
import { OF_FILES } from '../../src/digests/options/definitions.ts';
import { digestQuery } from '../../src/digests/query.ts';
import { createCalendars } from '../../src/digests/schedule.ts';
import type { Language } from '../../src/i18n/types.ts';
import { formatQuery } from '../../src/portfolio/query/describe.ts';
import { parseQuery } from '../../src/portfolio/query/parser.ts';
import type { ChannelSettings } from '../../src/store/channel-settings.ts';
import {
  DEFAULT_DIGEST_OPTIONS,
  type Digest,
  type DigestChoice,
  type DigestOptions,
  type Schedule,
} from '../../src/store/digest.ts';
import { ALERT_ASPECTS, type AlertOptions } from '../../src/store/events.ts';
import type { Form } from '../../src/views/message.ts';
import { RETENTION_DAYS_MAX } from '../../src/views/settings.ts';
import { pagesOf } from '../support/rental-files.ts';
import { storedDigest } from '../support/stored-digest.ts';
import { answersOf, callOver, CHANNEL, messageOf } from './call.ts';
import { formValues } from './digest-desk.ts';

/** Every form, opened and saved as it came, changes nothing; and its days are those it names. */

const LANGUAGES: readonly Language[] = ['en', 'fr'];
const language = fc.constantFrom(...LANGUAGES);
const count = (max: number) => fc.integer({ min: 1, max });
const someOf = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: 1 });

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const schedule: fc.Arbitrary<Schedule> = fc.record({
  times: fc.uniqueArray(time, { minLength: 1, maxLength: 12 }).map((times) => times.toSorted()),
  days: someOf([1, 2, 3, 4, 5, 6, 7]),
  zone: fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
  holidays: fc.constantFrom('none', 'FR', 'FR-67', 'DE-BY', 'US'),
  onHoliday: fc.constantFrom('skip', 'next'),
  report: fc.constantFrom(null, 'week', 'month'),
});

const age = fc.constantFrom(null, '4h', '1bd', '2w', '7bd', '30d');
const channel = fc.constantFrom('C0LEASING01', 'C0OTHER0001', 'G0PRIVATE01');
const mentions = fc
  .tuple(fc.subarray(['S0TEAM0001', 'S0TEAM0002']), fc.subarray(['U0BOB000001', 'W0NADIA0001']))
  .map((both) => both.flat());
const options: fc.Arbitrary<DigestOptions> = fc
  .record({
    minAge: age,
    minStale: age,
    targetDays: fc.option(count(250)),
    group: fc.constantFrom('readiness', 'property', 'manager'),
    top: count(20),
    style: fc.constantFrom('compact', 'detailed'),
    mentions,
    privacy: fc.constantFrom('full', 'initials', 'reference', null),
    language: fc.constantFrom(...LANGUAGES, null),
    whenEmpty: fc.constantFrom('skip', 'clear', 'weekly'),
    previous: fc.constantFrom('keep', 'replace', 'delete'),
    deleteAfterDays: count(365),
    live: fc.boolean(),
    catchUpMinutes: fc.integer({ min: 0, max: 1_440 }),
    escalate: fc.option(fc.record({ afterDays: count(250), channelId: channel })),
  } satisfies Record<keyof DigestOptions, unknown>)
  .map((drawn) => ({
    ...drawn,
    deleteAfterDays: drawn.previous === 'delete' ? drawn.deleteAfterDays : null,
  }));

/** As they are stored, from what people type. */
const QUERIES = [
  null,
  'decision:ready property:lyon',
  'decision:accepted',
  'archived:yes manager:claire sort:score',
  'age:>1bd -property:nantes sort:completion',
].map((typed) => formatQuery(digestQuery(typed === null ? null : parseQuery(typed)), 'en'));

/** A report is posted once, and shows no files. */
function possible(drawn: DigestChoice): DigestChoice {
  if (!drawn.schedule.report) return drawn;
  const unset = OF_FILES.map(([option]) => [option, DEFAULT_DIGEST_OPTIONS[option]]);
  return {
    ...drawn,
    schedule: { ...drawn.schedule, times: drawn.schedule.times.slice(0, 1) },
    options: { ...drawn.options, ...Object.fromEntries(unset) },
  };
}

const choice: fc.Arbitrary<DigestChoice> = fc
  .record({
    channelId: channel,
    name: fc.constantFrom('Morning', 'Le matin, à Lyon', 'Digest 09:00 (2)', '9'),
    query: fc.constantFrom(...QUERIES),
    schedule,
    options,
    alert: fc.constant(null),
  })
  .map(possible);

/** What is stored when a digest is edited. */
function editing(call: CommandContext) {
  const stored: DigestChoice[] = [];
  const unused = {
    runNow: async () => true,
    holidays: 'FR',
    language: 'en',
    allowsDirectAlerts: true,
  } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this method is used.
  const digests = {
    ...unused,
    calendars: createCalendars(),
    digests: {
      edit: async (before: Digest, after: DigestChoice) => {
        stored.push(after);
        return { ...before, ...after };
      },
    },
  } as unknown as DigestService;
  return { stored, call: { ...call, digests } };
}

const called = (in_: Language) => callOver(() => pagesOf([]), { language: in_ });

test('a digest keeps everything when its form is saved as it came, folded or not', async () => {
  const folding = fc.constantFrom<Folding>('folded', 'unfolded');
  await fc.assert(
    fc.asyncProperty(choice, language, folding, async (drawn, in_, how) => {
      const { stored, call } = editing(called(in_));
      const digest = storedDigest(drawn);
      const form = editDigestForm(digest, call, how);
      await editDigest(digest, parseDigestForm(formValues(form), how, digest, call), call);
      expect(stored).toEqual([drawn]);
      expect(daysNamedIn(form, in_)).toEqual(drawn.schedule.days);
    }),
  );
});

const quiet = fc.option(
  fc
    .tuple(time, time)
    .filter(([from, until]) => from !== until)
    .map(([from, until]) => ({ from, until })),
);
const alert: fc.Arbitrary<AlertOptions> = fc.oneof(
  fc.record({
    on: fc.constantFrom('enters', 'leaves'),
    aspects: fc.constant([]),
    everyMinutes: fc.integer({ min: 0, max: 1_440 }),
    quiet,
  }),
  fc.record({
    on: fc.constant('changes' as const),
    aspects: someOf(ALERT_ASPECTS),
    everyMinutes: fc.constantFrom(0, 15, 60, 90, 1_440),
    quiet,
  }),
);

test('an alert keeps everything when its form is saved as it came', async () => {
  const to = fc.constantFrom('C0LEASING01', 'U0CLAIRE001');
  await fc.assert(
    fc.asyncProperty(choice, alert, to, language, async (drawn, about, channelId, in_) => {
      const { stored, call } = editing(called(in_));
      const before = storedDigest({ ...drawn, channelId, alert: about });
      const form = formFor(before, before, call);
      const parsed = parseAlertForm(formValues(form), call);
      await editDigest(before, parsed.options, call, { ...about, ...parsed.alert });
      expect(stored).toEqual([{ ...drawn, channelId, alert: about }]);
      expect(daysNamedIn(form, in_)).toEqual(drawn.schedule.days);
    }),
  );
});

const channelSettings: fc.Arbitrary<ChannelSettings> = fc.record({
  language: fc.constantFrom(...LANGUAGES, null),
  privacy: fc.constantFrom('full', 'initials', 'reference'),
  pageSize: count(10),
  retentionDays: fc.option(count(RETENTION_DAYS_MAX)),
  retentionManner: fc.constantFrom('delete', 'redact'),
  redactClosed: fc.boolean(),
});

test('a channel keeps its settings when their form is saved as it came', async () => {
  await fc.assert(
    fc.asyncProperty(channelSettings, language, async (held, in_) => {
      const call = callOver(() => pagesOf([]), { language: in_, person: { isAdmin: true } });
      await call.store.settings.save(CHANNEL, held, 'U0BOB000001');
      const [form] = await answersOf(settings.run('', { ...call, settings: held }));
      if (form?.kind !== 'form') throw new Error('no form was answered');
      await messageOf(settings.submit!(form.action.args, formValues(form), call));
      expect(await call.store.settings.of(CHANNEL)).toEqual(held);
    }),
  );
});

/** The weekdays whose names are ticked, from Monday (1): by what people read, not by a value. */
function daysNamedIn({ blocks }: Form, in_: Language): number[] {
  const names = Array.from({ length: 7 }, (_, index) =>
    new Intl.DateTimeFormat(in_, { weekday: 'long', timeZone: 'UTC' })
      // 1 January 2024 was a Monday.
      .format(Date.UTC(2024, 0, 1 + index))
      .toLowerCase(),
  );
  const ticked = blocks.flatMap((block) =>
    block.type === 'input' && block.block_id === 'days' && block.element.type === 'checkboxes'
      ? (block.element.initial_options ?? []).map(({ text }) => text.text.toLowerCase())
      : [],
  );
  return ticked.map((name) => names.indexOf(name) + 1);
}
