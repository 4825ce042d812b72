import { buttonsWithMenu } from '../block-kit.ts';
import { framed, type ReportFigures } from '../figures/report.ts';
import type { Showing } from '../files/line.ts';
import type { Action, Message } from '../message.ts';
import { incompleteTexts } from '../notices.ts';
import type { DigestPage } from './model.ts';
import { digestName, menuIn, mentionsOf, timesIn, timingNotices } from './post.ts';

/** A report as a digest posts it. */
export interface ReportPost
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
  const notices = [
    ...timingNotices(page, words),
    ...incompleteTexts(page.inconsistency, words),
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
        digest.readAt(digest.time(readAt, zone)),
        ...(page.mentions.length === 0 ? [] : [digest.calls(page.mentions.length)]),
      ],
      mentions: mentionsOf(page.mentions),
      controls: buttonsWithMenu(
        [{ label: report.open, spoken: report.openSpoken, action: page.open, style: 'primary' }],
        menuIn({ ...page, alert: null }, words),
      ),
      foot: timesIn({ dueAt, readAt, zone, progress: null }, [], words),
    },
    showing,
  );
}
