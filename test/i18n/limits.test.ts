import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';

/** The title of a modal, and its buttons. */
const TITLE_MAX = 24;
/** The label of an option of a form, and its description. */
const OPTION_MAX = 75;
/** The title of a chart. */
const CHART_TITLE_MAX = 50;
/** The name of a series or of a point in a chart. */
const CHART_LABEL_MAX = 20;

test.each(['en', 'fr'] as const)('no text in %s is longer than Slack allows', (language) => {
  const messages = wordsIn(language);
  const { card, contact, find, list, overview, status, share, savedViews, accessLog } = messages;
  const { digest, digestForm, digestCommands, settings, retention, stats } = messages;
  const titles = [
    card.title,
    contact.title,
    find.title,
    list.heading,
    overview.heading,
    status.heading,
    share.title,
    share.submit,
    savedViews.heading,
    accessLog.title,
    digestForm.addTitle,
    digestForm.editTitle,
    digestForm.submit,
    digestCommands.heading,
    settings.title,
    settings.submit,
    settings.next,
  ];
  const options = [
    ...[settings.languages, settings.privacies, retention.manners, retention.closedChoices]
      .flatMap((choices) => Object.values(choices))
      .flatMap(({ label, says }) => [label, says]),
    ...[null, 1, 365].map((days) => retention.keepFor(days)),
  ];
  const charts = [stats.funnel, stats.weekly, digest.backlog];
  const labels = [
    stats.files,
    stats.unknown,
    stats.accepted,
    stats.rejected,
    stats.week('2026-11-16'),
    digest.readySeries,
    digest.waitingSeries,
  ];
  expect([
    ...longer(titles, TITLE_MAX),
    ...longer(options, OPTION_MAX),
    ...longer(charts, CHART_TITLE_MAX),
    ...longer(labels, CHART_LABEL_MAX),
  ]).toEqual([]);
});

function longer(texts: readonly string[], max: number): string[] {
  return texts.filter((text) => text.length > max);
}
