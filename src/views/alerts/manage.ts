import type { Messages } from '../../i18n/types.ts';
import {
  actionRow,
  bold,
  context,
  header,
  type Line,
  paragraph,
  plain,
  richText,
  escaped,
  escapedIn,
  channelMention,
  oneLine,
  spaced,
  textLine,
} from '../block-kit.ts';
import { type DigestFormField, inputOf } from '../digests/form.ts';
import {
  backToList,
  capitalised,
  daysOf,
  type DigestDetails,
  pausedLine,
  type SavedPage,
  savedView,
} from '../digests/manage.ts';
import { type LedgerLine, ledgerOf } from '../digests/notices.ts';
import { digestName } from '../digests/post.ts';
import { fittedLines } from '../digests/sections.ts';
import type { FileLine, Showing } from '../files/line.ts';
import { linesOf, linesText } from '../files/lines.ts';
import type { Action, Block, Button, Form, Message } from '../message.ts';

/** An alert as its editors see it. Text is as it was typed. */
export interface AlertDetails extends Pick<
  DigestDetails,
  'id' | 'name' | 'place' | 'paused' | 'schedule' | 'list'
> {
  /** A user id for an alert to one person. */
  readonly channelId: string;
  readonly on: 'enters' | 'leaves' | 'changes';
  readonly aspects: readonly (keyof Messages['alerts']['aspects'])[];
  readonly everyMinutes: number;
  readonly quiet: { readonly from: string; readonly until: string } | null;
  /** Whether it has not been evaluated yet, as far as is known. */
  readonly isWaiting: boolean;
  /** Whether its time zone and the place of its holidays are known. */
  readonly isPlaceKnown: boolean;
  /** Whether its query can still be read. */
  readonly isReadable: boolean;
  /** The query in words; `null` where the name says the same, or it cannot be read. */
  readonly asked: string | null;
  /** Whether its owner has left the workspace, as far as Slack says. */
  readonly isOwnerGone: boolean;
  readonly actions: AlertActions;
}

/** Actions on an alert; `null` for those that are not allowed. */
export type AlertActions = Readonly<
  Record<'test' | 'edit' | 'history' | 'pause' | 'resume' | 'take' | 'remove', Action | null>
>;

const NAME_LENGTH_MAX = 60;
const ASKED_LENGTH_MAX = 200;
const SPOKEN_NAME_LENGTH_MAX = 24;
const ID_LENGTH_MAX = 20;
const MINUTES_IN_HOUR = 60;
const DAYS_IN_WEEK = 7;
const ORDER = ['resume', 'test', 'edit', 'take', 'history', 'pause', 'remove'] as const;

/** Confirms a change of an alert: when it is posted, where and how often, and what comes first. */
export function alertChangedView(
  outcome: string,
  details: AlertDetails,
  more: readonly string[],
  words: Messages,
): Message {
  const sentences = [...sentencesOf(details, words), ...more.map(textLine)];
  return {
    kind: 'message',
    title: words.alerts.heading,
    text: escapedIn([outcome, textOf(sentences)].join('\n'), details.channelId),
    blocks: [
      richText([bold(outcome), plain('\n'), ...spaced(sentences)]),
      ...actionsIn(details, words),
      ...backToList(details, words.alerts),
    ],
  };
}

/** A list of alerts, each with its actions. */
export function alertsView(
  page: SavedPage & { readonly alerts: readonly AlertDetails[] },
  words: Messages,
): Message {
  const items = page.alerts.map((details) => {
    return {
      textOf: (nameLengthMax: number) => {
        const text = textOf(sentencesOf(details, words, nameLengthMax));
        // The sentence that has its name is missing.
        const name = `${digestName(details.name, words, nameLengthMax)} · `;
        return escapedIn(details.schedule.isUnknown ? name + text : text, details.channelId);
      },
      blocks: [
        richText([
          bold(digestName(details.name, words)),
          plain('\n'),
          ...spaced(sentencesOf(details, words)),
        ]),
        ...actionsIn(details, words),
      ],
    };
  });
  return savedView(page, items, words.alerts, [], words);
}

/** What an alert has sent, the latest first. */
export function alertHistoryView(
  details: AlertDetails,
  lines: readonly LedgerLine[],
  words: Messages,
): Message {
  const { alerts, digestHistory, digestCommands } = words;
  const title = digestHistory.title(digestName(details.name, words));
  const ledger = ledgerOf(lines, alerts.nothingSent, details.schedule.zone, words);
  const state = stateOf(details, words);
  return {
    kind: 'message',
    title: words.alerts.heading,
    text: fittedLines(lines.length, words, (_, linesMax) => [
      escaped(title),
      ...state.map(({ text }) => escaped(text)),
      ...ledger.texts(linesMax),
    ]),
    blocks: [
      header(title),
      ...state.map(({ drawn }) => richText([...drawn])),
      ledger.block,
      ...actionsIn({ ...details, actions: { ...details.actions, history: null } }, words),
      ...backToList(details, alerts),
      context(digestCommands.id(details.id)),
    ],
  };
}

/** What an alert would have announced. */
export interface AlertTest {
  readonly details: AlertDetails;
  /** Files in all; some of them are shown. */
  readonly total: number;
  /** The last ones. */
  readonly lines: readonly FileLine[];
  /** Since when there are records, if that is later than the 7 days; epoch milliseconds. */
  readonly since: number | null;
  /** Whether there were more events than are looked at. */
  readonly isPart: boolean;
}

/** Shows what an alert would have announced in the last 7 days. */
export function alertTestView(test: AlertTest, showing: Showing): Message {
  const { words, zone = 'UTC' } = showing;
  const { alerts, digest } = words;
  const { details, total, lines, since, isPart } = test;
  const title = alerts.testTitle(digestName(details.name, words), total);
  const hidden = total - lines.length;
  const more = hidden > 0 ? [digest.hidden(hidden)] : [];
  const notes = [
    ...(since === null ? [] : [alerts.testFrom(digest.moment(since, zone))]),
    ...(isPart ? [alerts.testPart] : []),
    alerts.testOf,
  ];
  return {
    kind: 'message',
    title: alerts.heading,
    text: fittedLines(lines.length, words, (nameLengthMax, linesMax) => [
      escaped(title),
      ...linesText(lines.slice(0, linesMax), showing, nameLengthMax),
      ...more,
      ...notes,
    ]),
    blocks: [
      richText([bold(title)]),
      ...linesOf(lines, showing),
      ...more.map((line) => paragraph(line)),
      ...actionsIn({ ...details, actions: { ...details.actions, test: null } }, words),
      context(notes.join(' ')),
    ],
  };
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join(' ');
}

/** What an alert announces, as far as it is known, and why it is not posted, if it is not. */
function sentencesOf(details: AlertDetails, words: Messages, lengthMax = NAME_LENGTH_MAX): Line[] {
  const state = stateOf(details, words);
  if (details.schedule.isUnknown) return state;
  const asked = details.asked === null ? [] : [oneLine(details.asked, ASKED_LENGTH_MAX)];
  const files = asked.map((query) => textLine(`${words.digestCommands.what(query)}.`));
  return [sentenceOf(details, words, lengthMax), ...files, ...state];
}

/** “When a file enters “ready Nantes”, in #leasing, at most every hour.” */
function sentenceOf(details: AlertDetails, words: Messages, lengthMax: number): Line {
  const { alerts, digestCommands } = words;
  const { on, aspects, place, channelId, everyMinutes } = details;
  const name = digestName(details.name, words, lengthMax);
  const when =
    on === 'changes'
      ? alerts.when.changes(
          name,
          isOfAll(aspects, words) ? 'any' : aspects.map((aspect) => alerts.aspects[aspect]),
        )
      : alerts.when[on](name);
  const often =
    everyMinutes === 0 ? alerts.atOnce : alerts.atMostEvery(periodOf(everyMinutes, words));
  const end = [`, ${often}.`, ...restrictionsOf(details, words).map((text) => ` ${text}`)].join('');
  const at =
    place === 'directly'
      ? alerts.toMe
      : place === 'here'
        ? digestCommands.here
        : digestCommands.inChannel(channelMention(oneLine(channelId, ID_LENGTH_MAX)));
  const text = `${when}, ${at}${end}`;
  return {
    text,
    drawn:
      place === 'directly'
        ? [plain(text)]
        : [
            plain(`${when}, ${digestCommands.inChannel('')}`),
            { type: 'channel', channel_id: channelId },
            plain(end),
          ],
  };
}

function isOfAll(aspects: AlertDetails['aspects'], { alerts }: Messages): boolean {
  return Object.keys(alerts.aspects).every((aspect) => aspects.some((each) => each === aspect));
}

/** “2 hours”, “15 minutes” */
export function periodOf(minutes: number, { alerts }: Messages): string {
  return minutes % MINUTES_IN_HOUR === 0
    ? alerts.hours(minutes / MINUTES_IN_HOUR)
    : alerts.minutes(minutes);
}

/** Days and quiet hours as one sentence; nothing for an alert that may come at any time. */
function restrictionsOf({ schedule, quiet }: AlertDetails, words: Messages): string[] {
  const days = schedule.days.length === DAYS_IN_WEEK ? [] : [daysOf(schedule, words)];
  const hours = quiet === null ? [] : [words.alerts.quiet(quiet.from, quiet.until)];
  const text = [...days, ...hours].join(', ');
  return text === '' ? [] : [`${capitalised(text)}.`];
}

/** Why an alert is not posted, if it is not. Answers to one person call nobody. */
function stateOf(
  {
    schedule: { isUnknown },
    paused,
    isWaiting,
    isPlaceKnown,
    isReadable,
    isOwnerGone,
  }: AlertDetails,
  words: Messages,
): Line[] {
  const { alerts, digestCommands } = words;
  const isRunnable = isPlaceKnown && isReadable && paused === null;
  return [
    ...(isUnknown ? [textLine(digestCommands.ofNewer.happened)] : []),
    ...(isPlaceKnown || isUnknown ? [] : [textLine(digestCommands.unknownZone)]),
    ...(isWaiting && isRunnable ? [textLine(alerts.notStarted)] : []),
    ...(paused === null ? [] : [pausedLine(paused, digestCommands)]),
    // The query of one that a newer version has set up cannot be edited.
    ...(isReadable || isUnknown ? [] : [textLine(`${capitalised(digestCommands.unreadable)}.`)]),
    ...(isOwnerGone ? [textLine(digestCommands.ownerGone)] : []),
  ];
}

/** A row of at most three buttons, and a menu with the other actions that are allowed. */
function actionsIn({ name, actions }: AlertDetails, words: Messages): Block[] {
  const { alerts } = words;
  const spokenName = digestName(name, words, SPOKEN_NAME_LENGTH_MAX);
  const allowed = ORDER.flatMap((what): Button[] => {
    const action = actions[what];
    return action === null
      ? []
      : [{ label: alerts[what], spoken: alerts[`${what}Spoken`](spokenName), action }];
  });
  return actionRow(allowed);
}

/** The form that creates an alert, or changes it. */
export function alertForm(
  { isNew, fields }: { readonly isNew: boolean; readonly fields: readonly DigestFormField[] },
  action: Action,
  { alerts, digestForm }: Messages,
): Form {
  return {
    kind: 'form',
    title: isNew ? alerts.addTitle : alerts.editTitle,
    text: alerts.formIntro,
    submit: digestForm.submit,
    action,
    returns: true,
    blocks: [paragraph(alerts.formIntro), ...fields.map(inputOf)],
  };
}
