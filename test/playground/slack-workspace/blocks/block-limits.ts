import type { Limit } from './limit.ts';
import { actions, button, input, markup, plain, section, times, words } from './samples.ts';

/** @see https://docs.slack.dev/reference/block-kit/blocks */
export const BLOCK_LIMITS: readonly Limit[] = [
  { what: 'blocks of a message', max: 50, at: '', of: (n) => times(n, () => section()) },
  {
    what: 'blocks of a modal',
    max: 100,
    at: '',
    on: 'modal',
    of: (n) => times(n, () => section()),
  },
  {
    what: 'blocks of a home tab',
    max: 100,
    at: '',
    on: 'home',
    of: (n) => times(n, () => section()),
  },
  { what: 'a block id', max: 255, at: '/0/block_id', of: (n) => [section({ block_id: words(n) })] },
  {
    what: 'an action id',
    max: 255,
    at: '/0/elements/0/action_id',
    of: (n) => [actions(button({ action_id: words(n) }))],
  },
  {
    what: 'the text of a section',
    max: 3000,
    at: '/0/text/text',
    of: (n) => [section({ text: markup(n) })],
  },
  {
    what: 'fields of a section',
    max: 10,
    at: '/0/fields',
    of: (n) => [section({ fields: times(n, () => markup()) })],
  },
  {
    what: 'a field',
    max: 2000,
    at: '/0/fields/0/text',
    of: (n) => [section({ fields: [markup(n)] })],
  },
  {
    what: 'a header',
    max: 150,
    at: '/0/text/text',
    of: (n) => [{ type: 'header', text: plain(n) }],
  },
  {
    what: 'elements of a context',
    max: 10,
    at: '/0/elements',
    of: (n) => [{ type: 'context', elements: times(n, () => markup()) }],
  },
  {
    what: 'elements of an actions block',
    max: 25,
    at: '/0/elements',
    of: (n) => [actions(...times(n, () => button()))],
  },
  {
    what: 'elements of context actions',
    max: 5,
    at: '/0/elements',
    of: (n) => [
      {
        type: 'context_actions',
        elements: times(n, () => ({ type: 'icon_button', icon: 'trash', text: plain() })),
      },
    ],
  },
  {
    what: 'the address of an image',
    max: 3000,
    at: '/0/image_url',
    of: (n) => [{ type: 'image', alt_text: 'x', image_url: words(n) }],
  },
  {
    what: 'the words for an image',
    max: 2000,
    at: '/0/alt_text',
    of: (n) => [{ type: 'image', alt_text: words(n), image_url: 'https://x' }],
  },
  {
    what: 'the title of an image',
    max: 2000,
    at: '/0/title/text',
    of: (n) => [{ type: 'image', alt_text: 'x', image_url: 'https://x', title: plain(n) }],
  },
  {
    what: 'the label of an input',
    max: 2000,
    at: '/0/label/text',
    on: 'modal',
    of: (n) => [{ ...input({ type: 'plain_text_input' }), label: plain(n) }],
  },
  {
    what: 'the hint of an input',
    max: 2000,
    at: '/0/hint/text',
    on: 'modal',
    of: (n) => [{ ...input({ type: 'plain_text_input' }), hint: plain(n) }],
  },
  {
    what: 'the length of a text input',
    max: 3000,
    at: '/0/element/max_length',
    on: 'modal',
    of: (n) => [input({ type: 'plain_text_input', max_length: n })],
  },
  {
    what: 'the level of a header',
    max: 4,
    at: '/0/level',
    of: (n) => [{ type: 'header', text: plain(), level: n }],
  },
];
