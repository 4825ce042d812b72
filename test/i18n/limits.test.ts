import { expect, test } from 'vitest';

import { wordsIn } from '../../src/i18n/index.ts';
import { accessibleName } from '../../src/lib/text.ts';

/** The title of a modal, and its buttons. */
const TITLE_MAX = 24;
/** The label of an option of a form, and its description. */
const OPTION_MAX = 75;
/** What a screen reader says of a button. */
const SPOKEN_MAX = 75;
/** A name that such a text has in it is no longer. */
const SPOKEN_NAME = 'n'.repeat(24);
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

test.each(['en', 'fr'] as const)('no button in %s is spoken at more length', (language) => {
  const spoken = spokenIn(wordsIn(language));

  expect(spoken.length).toBeGreaterThan(60);
  expect(longer(spoken, SPOKEN_MAX)).toEqual([]);
});

test.each(['en', 'fr'] as const)(
  'every button in %s is called by what is seen on it',
  (language) => {
    const names = labelled(wordsIn(language)).map((pair) => [pair.label, accessibleName(pair)]);

    expect(names.length).toBeGreaterThan(60);
    // None is cut to fit, and none says the label twice.
    expect(names.filter(([, name = '']) => name.endsWith('…'))).toEqual([]);
    expect(names.filter(([label, name]) => !heard(name).includes(heard(label)))).toEqual([]);
  },
);

/** What is said of a text. */
function heard(text = ''): string {
  return text.replaceAll(/[‹›…]/gu, '').replaceAll('\u00a0', ' ').trim().toLowerCase();
}

/** All labels that have a text for screen readers, with it. */
function labelled(messages: object): { label: string; spoken: string }[] {
  const all = new Map<string, unknown>(Object.entries(messages));
  return Array.from(all).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return labelled(value);
    const label = key === 'spoken' ? all.get('label') : all.get(key.replace(/Spoken$/u, ''));
    const isPair = key.toLowerCase().endsWith('spoken') && typeof label === 'string';
    return isPair && typeof value === 'string' ? [{ label, spoken: value }] : [];
  });
}

/** All texts called `spoken` or `…Spoken`, with a name as long as one may be. */
function spokenIn(messages: object): string[] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]): string[] => {
    if (typeof value === 'object' && value !== null) return spokenIn(value);
    if (key === 'spoken' && typeof value === 'string') return [value];
    if (!key.endsWith('Spoken')) return [];
    return [typeof value === 'function' ? String(value(SPOKEN_NAME, 1)) : String(value)];
  });
}
