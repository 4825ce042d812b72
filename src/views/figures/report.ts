import type { RichTextElement } from '@slack/types';

import type { Messages } from '../../i18n/types.ts';
import type { Durations, PeriodFigures, Report } from '../../reports/report.ts';
import {
  askedLine,
  againButtons,
  bold,
  buttonFor,
  buttonsWithMenu,
  escaped,
  header,
  momentBeside,
  oneLine,
  paragraph,
  plain,
  richText,
} from '../block-kit.ts';
import { digestName, menuIn, mentionsOf, timesIn, timingNotices } from '../digests/post.ts';
import type { DigestPage } from '../digests/sections.ts';
import { type PropertyName, propertyIn, type Showing, shownManager } from '../files/line.ts';
import { unknownSentences } from '../files/lines.ts';
import type { Action, Block, Message } from '../message.ts';
import { freshness, freshnessLine, gapsText, incompleteText, type Read } from '../notices.ts';
import { drawnFigure, type Figure, filesFigure } from './statistics.ts';

interface ReportFigures extends Report, Read {
  readonly kind: 'week' | 'month';
  readonly targetDays: number | null;
  /** The query in words; `null` for all files. */
  readonly asked: string | null;
  /**
   * When recording began, in epoch milliseconds; `null` before that, and `unknown` while the database
   * that holds the record has not answered.
   */
  readonly sinceMs: number | 'unknown' | null;
  readonly notices: readonly string[];
}

/** A report that one person asked for. */
interface ReportPage extends ReportFigures {
  /** What a button has just done, which stands below the buttons. */
  readonly done: string | null;
  readonly earlier: Action;
  /** `null` for the current period. */
  readonly later: Action | null;
  readonly refresh: Action;
  readonly share: Action | null;
  /** Sets up a digest that posts it; `null` where that is not possible. */
  readonly post: Action | null;
  readonly csv: Action;
}

interface Frame {
  readonly title: string;
  /** Beside the title in the plain text. */
  readonly facts: readonly string[];
  readonly mentions: readonly RichTextElement[];
  readonly controls: Block;
  /** Below the controls, and first in the plain text after the title. */
  readonly done: string | null;
  /** Small print, which ends with what figures lack. */
  readonly foot: (note: string) => Block;
}

/** A label in bold, and its value. */
interface Line {
  readonly label: string;
  readonly value: string;
}

const ASKED_LENGTH_MAX = 300;
/** An e-mail address that is cut is of no use. */
const MANAGER_LENGTH_MAX = 60;
const NAME_LENGTH_MAX = 40;
/** Managers and properties shown. */
const SHARES_MAX = 3;

/** The figures of the period against the one before, ages of what waits, and who has how much. */
export function reportView(page: ReportPage, showing: Showing): Message {
  const { report } = showing.words;
  const { earlier, later, share, post } = page;
  return {
    title: report.heading,
    ...framed(
      later === null ? { ...page, notices: [report.unfinished[page.kind], ...page.notices] } : page,
      {
        title: reportTitle({ ...page.period, kind: page.kind }, showing.words),
        facts: freshness(page, showing),
        mentions: [],
        controls: buttonsWithMenu(
          [
            buttonFor(report, 'earlier', earlier),
            ...(later ? [buttonFor(report, 'later', later)] : []),
          ],
          [
            ...againButtons(page.refresh, share, showing.words),
            ...(post ? [{ label: report.post[page.kind], action: post }] : []),
            { label: report.csv, action: page.csv },
          ],
        ),
        done: page.done,
        foot: (note) => freshnessLine(page, showing, note),
      },
      showing,
    ),
  };
}

/** The period as a title: “Week of 16–22 Nov 2026”. */
export function reportTitle(
  {
    kind,
    from,
    to,
  }: { readonly kind: 'week' | 'month'; readonly from: string; readonly to: string },
  { report }: Messages,
): string {
  return report.title[kind](Date.parse(from), Date.parse(to));
}

/**
 * The figures as rows of a table, in the order of `columns`: all files in the period and in the one
 * before, then each manager and property. What was not seen is empty; the last column has the gaps.
 */
export function reportRows(
  page: Report,
  { words, privacy, zone }: Showing,
): (string | number | null)[][] {
  const { period, before, managers, properties, awaiting } = page;
  const { all, manager, property } = words.report;
  const { ofManagers, ofProperties } = besideOf(page, words);
  const gapsIn = ({ gaps }: PeriodFigures) =>
    gaps.length === 0 ? null : gapsText(gaps, { words, zone: zone ?? 'UTC' });
  const whole = (figures: PeriodFigures, waiting: number | null) => {
    const { from, to, arrived, ready, decided } = figures;
    const { accepted = null, rejected = null, toReady, toDecision } = decided ?? {};
    const sum = decided === null ? null : decided.accepted + decided.rejected;
    const durations = [toReady, toDecision].flatMap((of) => [
      of?.median ?? null,
      of?.ninetieth ?? null,
    ]);
    const counts = [arrived, ready, accepted, rejected, sum];
    return [all, null, from, to, ...counts, ...durations, waiting, gapsIn(figures)];
  };
  const share = (kind: string, name: string | null, of: Share) => {
    const { from, to } = period;
    const unknown = [null, null, null];
    const durations = [null, null, null, null];
    const counts = [of.arrived, ...unknown, of.decided];
    return [kind, name, from, to, ...counts, ...durations, of.awaiting, gapsIn(period)];
  };
  return [
    whole(period, awaiting),
    whole(before, null),
    ...managers.map((of) => share(manager, shownManager(of.manager, privacy), of)),
    ...ofManagers.map(([name, of]) => share(manager, name, of)),
    ...properties.map((of) => share(property, propertyName(of.name, words), of)),
    ...ofProperties.map(([name, of]) => share(property, name, of)),
  ];
}

type Share = NonNullable<Report['besideManagers']['none']>;

/** The shares of no manager or property that has a name, each with what it is called. */
function besideOf(
  { besideManagers, besideProperties }: Report,
  { digest, file, report }: Messages,
): Readonly<Record<'ofManagers' | 'ofProperties', readonly (readonly [string, Share])[]>> {
  const named = (name: string, of: Share | null) => (of === null ? [] : [[name, of] as const]);
  return {
    ofManagers: [
      ...named(digest.noManager, besideManagers.none),
      ...named(digest.managersUnreadable, besideManagers.unnamed),
    ],
    ofProperties: [
      ...named(file.noProperty, besideProperties.none),
      ...named(report.unnamedProperties, besideProperties.unnamed),
    ],
  };
}

function propertyName(property: PropertyName, words: Messages): string {
  return propertyIn({ property }, words, NAME_LENGTH_MAX, NAME_LENGTH_MAX);
}

/** The figures within a frame; bars of text where charts are refused. */
function framed(page: ReportFigures, frame: Frame, showing: Showing): Message {
  const { words } = showing;
  const { report, card } = words;
  const { title, facts, mentions, controls, done, foot } = frame;
  const asked = askedLine(page.asked, ASKED_LENGTH_MAX);
  const lines = linesIn(page, words);
  const notices = [
    ...page.notices,
    ...unknownSentences({ decisions: page.unknownDecisions }, words),
    ...(page.sinceMs === 'unknown' && lacksTimes(page) ? [report.storeAway] : []),
  ];
  const print = [
    ...unseenIn(page, showing),
    ...uncountedIn(page, words),
    ...(page.undated > 0 ? [report.undated(page.undated)] : []),
    report.print,
  ];
  const ages = agesOf(page, words);
  const groups = groupsIn(page, showing);
  const around = (middle: readonly Block[]): Block[] => [
    header(title),
    ...(mentions.length === 0 ? [] : [richText([...mentions])]),
    ...asked.map((line) => richText([plain(line)])),
    ...notices.map((notice) => paragraph(notice)),
    richText(
      lines.flatMap(({ label, value }, at) => [
        bold(`${at === 0 ? '' : '\n'}${label}`),
        plain(`  ${value}`),
      ]),
    ),
    ...middle,
    ...groups.map(({ heading, texts }) =>
      richText([bold(heading), plain(`\n${texts.join('\n')}`)]),
    ),
    controls,
    ...(done === null ? [] : [paragraph(done)]),
    foot(print.join(' ')),
  ];
  return {
    kind: 'message',
    text: escaped(
      [
        [title, ...asked, ...facts].join(' · '),
        ...(done === null ? [] : [done]),
        ...notices,
        ...lines.map(({ label, value }) => card.fact(label, value)),
        ages.text,
        ...groups.map(({ heading, texts }) => card.fact(heading, card.joined(texts))),
        ...print,
      ].join('\n'),
    ),
    blocks: around([ages.chart]),
    plainBlocks: around([drawnFigure(ages)]),
  };
}

function linesIn(page: ReportFigures, words: Messages): Line[] {
  const { period, before, kind, targetDays } = page;
  const { report, number } = words;
  const { against, notSeen } = report;
  const seen = ({ gaps }: PeriodFigures, count: number | null, text = number(count ?? 0)) =>
    count === null ? notSeen : gaps.length === 0 ? text : report.partly(text);
  const beside = (read: (figures: PeriodFigures) => number | null, text?: string) =>
    `${seen(period, read(period), text)} · ${against[kind](seen(before, read(before)))}`;
  const { decided } = period;
  const decisions =
    decided === null
      ? undefined
      : report.decisions(
          number(decided.accepted + decided.rejected),
          number(decided.accepted),
          number(decided.rejected),
        );
  return [
    {
      label: report.arrived,
      value: `${number(period.arrived)} · ${against[kind](number(before.arrived))}`,
    },
    { label: report.ready, value: beside(({ ready }) => ready) },
    {
      label: report.decided,
      value: beside(({ decided: of }) => of && of.accepted + of.rejected, decisions),
    },
    ...(decided === null
      ? []
      : [
          { label: report.toReady, value: durationsText(decided.toReady, words) },
          { label: report.toDecision, value: durationsText(decided.toDecision, words) },
        ]),
    ...(targetDays === null || decided === null || decided.toDecision === null
      ? []
      : [
          {
            label: report.within(targetDays),
            value: report.share(decided.withinTarget ?? 0, decided.toDecision.count),
          },
        ]),
    { label: report.awaiting, value: report.awaitingOf(page.awaiting, page.ready) },
  ];
}

function durationsText(durations: Durations | null, { report }: Messages): string {
  if (durations === null) return report.noDurations;
  return report.durations(durations.median, durations.ninetieth, durations.count);
}

/** Whether figures of a period need times that are earlier than what was seen. */
function lacksTimes({ period, before }: ReportFigures): boolean {
  return [before, period].some(({ decided, gaps }) => decided === null && gaps.length === 0);
}

/** Since when changes were seen, where the figures of a period need more, and when none were. */
function unseenIn(page: ReportFigures, showing: Showing): string[] {
  const { sinceMs, period, before } = page;
  const { words, zone = 'UTC' } = showing;
  const { report, card } = words;
  const isKnown = sinceMs !== 'unknown' && lacksTimes(page);
  const gaps = [before, period].flatMap((of) => of.gaps);
  return [
    ...(isKnown ? [sinceMs === null ? report.never : report.since(card.day(sinceMs, zone))] : []),
    ...(gaps.length === 0 ? [] : [report.unrecorded(gapsText(gaps, { words, zone }))]),
  ];
}

/** Decisions that statistics count in this period, and a report does not. */
function uncountedIn({ period }: ReportFigures, { report }: Messages): string[] {
  const count = period.decided?.unseen ?? 0;
  return count === 0 ? [] : [report.unseen(count)];
}

function agesOf({ ages }: Report, words: Messages): Figure {
  const { report, card, status } = words;
  const points = ages.map(({ from, count }, step) => {
    const next = ages[step + 1];
    return { label: report.age(from, next === undefined ? null : next.from - 1), value: count };
  });
  // For the ear, “4 to 7: 2” would be three numbers of the same.
  const counted = points.map(({ label, value }) => card.fact(label, status.files(value)));
  return filesFigure(report.ages, points, counted, words);
}

function groupsIn(page: Report, showing: Showing) {
  const { managers, properties } = page;
  const { report, card, number } = showing.words;
  const { privacy, words } = showing;
  const { ofManagers, ofProperties } = besideOf(page, words);
  const isPartly = page.period.gaps.length > 0;
  const shareText = (name: string, { arrived, decided, awaiting }: Share) =>
    card.fact(
      name,
      report.shares(
        number(arrived),
        decided === null ? null : number(decided),
        number(awaiting),
        isPartly,
      ),
    );
  /** A portfolio has thousands of properties: only those shown are named. */
  const rowsOf = <Of extends Share>(
    rows: readonly Of[],
    nameOf: (of: Of) => string,
    beside: readonly (readonly [string, Share])[],
  ) => {
    // A portfolio without names has no such section.
    if (rows.length === 0) return [];
    const hidden = rows.length - SHARES_MAX;
    return [
      ...rows.slice(0, SHARES_MAX).map((of) => shareText(nameOf(of), of)),
      ...(hidden > 0 ? [report.more(hidden)] : []),
      ...beside.map(([name, of]) => shareText(name, of)),
    ];
  };
  const named = managers.filter(({ manager }) => shownManager(manager, privacy) !== null);
  const groups = [
    {
      heading: report.managers,
      texts: rowsOf(
        named,
        ({ manager }) => oneLine(shownManager(manager, privacy) ?? '', MANAGER_LENGTH_MAX),
        ofManagers,
      ),
    },
    {
      heading: report.properties,
      texts: rowsOf(properties, ({ name }) => propertyName(name, words), ofProperties),
    },
  ];
  return groups.filter(({ texts }) => texts.length > 0);
}

interface ReportPost
  extends
    ReportFigures,
    Pick<
      DigestPage,
      | 'name'
      | 'dueAt'
      | 'zone'
      | 'timing'
      | 'isPreview'
      | 'inconsistency'
      | 'mentions'
      | 'stop'
      | 'settings'
    > {
  /** Opens the same report for one person. */
  readonly open: Action;
}

/** A report in its channel: the figures, with the buttons and small print of digests. */
export function reportPostView(page: ReportPost, showing: Showing): Message {
  const { words } = showing;
  const { digest, report } = words;
  const { dueAt, readAt, zone } = page;
  const read = momentBeside(readAt, dueAt, zone, words);
  const notices = [
    ...timingNotices(page, words),
    ...(page.inconsistency === null ? [] : [incompleteText(page.inconsistency, words)]),
    ...(page.skipped > 0 ? [digest.skipped(page.skipped)] : []),
    ...page.notices,
  ];
  return framed(
    { ...page, notices },
    {
      title: report.titled[page.kind](
        digestName(page.name, words),
        Date.parse(page.period.from),
        Date.parse(page.period.to),
      ),
      facts: [
        digest.due(digest.moment(dueAt, zone), zone),
        digest.readAt(read.time, read.day),
        ...(page.mentions.length === 0 ? [] : [digest.calls(page.mentions.length)]),
      ],
      mentions: mentionsOf(page.mentions),
      controls: buttonsWithMenu(
        [{ ...buttonFor(report, 'open', page.open), style: 'primary' }],
        menuIn({ ...page, alert: null }, words),
      ),
      done: null,
      foot: (note) => timesIn({ dueAt, readAt, zone, progress: null }, [note], words),
    },
    showing,
  );
}
