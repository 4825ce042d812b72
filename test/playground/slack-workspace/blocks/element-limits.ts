import type { Limit } from './limit.ts';
import { actions, button, confirm, group, menu, option, plain, times, words } from './samples.ts';

/** @see https://docs.slack.dev/reference/block-kit/block-elements */
export const ELEMENT_LIMITS: readonly Limit[] = [
  {
    what: 'the text of a button',
    max: 75,
    at: '/0/elements/0/text/text',
    of: (n) => [actions(button({ text: plain(n) }))],
  },
  {
    what: 'the value of a button',
    max: 2000,
    at: '/0/elements/0/value',
    of: (n) => [actions(button({ value: words(n) }))],
  },
  {
    what: 'the link of a button',
    max: 3000,
    at: '/0/elements/0/url',
    of: (n) => [actions(button({ url: words(n) }))],
  },
  {
    what: 'the spoken label of a button',
    max: 75,
    at: '/0/elements/0/accessibility_label',
    of: (n) => [actions(button({ accessibility_label: words(n) }))],
  },
  {
    what: 'options of an overflow menu',
    max: 5,
    at: '/0/elements/0/options',
    of: (n) => [actions({ type: 'overflow', options: times(n, () => option()) })],
  },
  {
    what: 'checkboxes',
    max: 10,
    at: '/0/elements/0/options',
    of: (n) => [actions({ type: 'checkboxes', options: times(n, () => option()) })],
  },
  {
    what: 'radio buttons',
    max: 10,
    at: '/0/elements/0/options',
    of: (n) => [actions({ type: 'radio_buttons', options: times(n, () => option()) })],
  },
  {
    what: 'options of a menu',
    max: 100,
    at: '/0/elements/0/options',
    of: (n) => [menu({ options: times(n, () => option()) })],
  },
  {
    what: 'groups of a menu',
    max: 100,
    at: '/0/elements/0/option_groups',
    of: (n) => [menu({ option_groups: times(n, () => group(1)) })],
  },
  {
    what: 'options of a group',
    max: 100,
    at: '/0/elements/0/option_groups/0/options',
    of: (n) => [menu({ option_groups: [group(n)] })],
  },
  {
    what: 'the label of a group',
    max: 75,
    at: '/0/elements/0/option_groups/0/label/text',
    of: (n) => [menu({ option_groups: [{ ...group(1), label: plain(n) }] })],
  },
  {
    what: 'a placeholder',
    max: 150,
    at: '/0/elements/0/placeholder/text',
    of: (n) => [menu({ options: [option()], placeholder: plain(n) })],
  },
  {
    what: 'the text of an option',
    max: 75,
    at: '/0/elements/0/options/0/text/text',
    of: (n) => [menu({ options: [option({ text: plain(n) })] })],
  },
  {
    what: 'the description of an option',
    max: 75,
    at: '/0/elements/0/options/0/description/text',
    of: (n) => [menu({ options: [option({ description: plain(n) })] })],
  },
  {
    what: 'the value of an option',
    max: 150,
    at: '/0/elements/0/options/0/value',
    of: (n) => [menu({ options: [option({ value: words(n) })] })],
  },
  {
    what: 'the title of a confirmation',
    max: 100,
    at: '/0/elements/0/confirm/title/text',
    of: (n) => [confirm({ title: plain(n) })],
  },
  {
    what: 'the text of a confirmation',
    max: 300,
    at: '/0/elements/0/confirm/text/text',
    of: (n) => [confirm({ text: plain(n) })],
  },
  {
    what: 'the buttons of a confirmation',
    max: 30,
    at: '/0/elements/0/confirm/deny/text',
    of: (n) => [confirm({ deny: plain(n) })],
  },
];
