import { expect, test } from 'vitest';

import {
  VIEW_BYTES_MAX,
  viewErrors,
} from '../../../../src/playground/slack-workspace/blocks/view.ts';
import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import { input, plain, section, times, words } from './samples.ts';

function modal(fields: Json = {}): Json {
  return { type: 'modal', title: plain(), blocks: [section()], ...fields };
}

test.each<[string, number, (size: number) => Json]>([
  ['title', 24, (size) => ({ title: plain(size) })],
  ['submit', 24, (size) => ({ submit: plain(size) })],
  ['close', 24, (size) => ({ close: plain(size) })],
  ['callback_id', 255, (size) => ({ callback_id: words(size) })],
  ['external_id', 255, (size) => ({ external_id: words(size) })],
  ['private_metadata', 3000, (size) => ({ private_metadata: words(size) })],
])('%s: %i and no more', (field, max, fields) => {
  expect(viewErrors(modal(fields(max)), 'modal')).toEqual([]);
  const [error] = viewErrors(modal(fields(max + 1)), 'modal');
  expect(error?.code).toBe('invalid_arguments');
  expect(error?.pointer).toMatch(new RegExp(`^/view/${field}`));
});

test('a view is at most 250 kB of JSON', () => {
  const blocks = times(99, () => section({ text: { type: 'mrkdwn', text: words(2900) } }));
  expect(JSON.stringify(modal({ blocks })).length).toBeGreaterThan(VIEW_BYTES_MAX);

  expect(viewErrors(modal({ blocks }), 'modal')).toMatchObject([{ code: 'view_too_large' }]);
});

test('a modal with an input needs a button to submit it', () => {
  const blocks = [input({ type: 'plain_text_input' })];

  expect(viewErrors(modal({ blocks, submit: plain() }), 'modal')).toEqual([]);
  expect(viewErrors(modal({ blocks }), 'modal')).toMatchObject([
    { pointer: '/view', message: 'missing required field: submit' },
  ]);
});

test('only one element has the focus when a view opens', () => {
  const field = input({ type: 'plain_text_input', focus_on_load: true });

  expect(viewErrors(modal({ submit: plain(), blocks: [field] }), 'modal')).toEqual([]);
  expect(viewErrors(modal({ submit: plain(), blocks: [field, field] }), 'modal')).toMatchObject([
    { pointer: '/view/blocks/1/element/focus_on_load' },
  ]);
});

test('a home tab has no title, and a modal is no home tab', () => {
  expect(viewErrors({ type: 'home', blocks: [section()] }, 'home')).toEqual([]);
  expect(viewErrors({ type: 'home', blocks: [], title: plain() }, 'home')).not.toEqual([]);
  expect(viewErrors(modal(), 'home')).not.toEqual([]);
});
