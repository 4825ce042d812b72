import { expect, test } from 'vitest';

import { messageErrors } from '../../../../src/playground/slack-workspace/blocks/message.ts';
import { section, words } from './samples.ts';

const codes = (...asked: Parameters<typeof messageErrors>) =>
  messageErrors(...asked).map(({ code }) => code);

test('a message needs something to show', () => {
  expect(codes({})).toEqual(['no_text']);
  expect(codes({ text: '', blocks: [] })).toEqual(['no_text']);
  expect(codes({ text: 'Hello' })).toEqual([]);
  expect(codes({ blocks: [section()] })).toEqual([]);
});

test('the text of an ephemeral message is counted in bytes', () => {
  expect(codes({ text: words(4000) }, 'ephemeral')).toEqual([]);
  expect(codes({ text: words(4001) }, 'ephemeral')).toEqual(['msg_too_long']);
  expect(codes({ text: 'é'.repeat(2001) }, 'ephemeral')).toEqual(['msg_too_long']);
});

test('an update may not be longer than 4,000 characters; a post is cut instead', () => {
  expect(codes({ text: words(4000) }, 'update')).toEqual([]);
  expect(codes({ text: words(4001) }, 'update')).toEqual(['msg_too_long']);
  expect(codes({ text: words(50_000) }, 'post')).toEqual([]);
});

test('Markdown goes with nothing else', () => {
  expect(codes({ markdown_text: words(12_000) })).toEqual([]);
  expect(codes({ markdown_text: words(12_001) })).toEqual(['msg_too_long']);
  expect(codes({ markdown_text: 'x', text: 'x' })).toEqual(['markdown_text_conflict']);
  expect(codes({ markdown_text: 'x', blocks: [section()] })).toEqual(['markdown_text_conflict']);
});

test.each([
  [{ event_type: 'slot', event_payload: { key: 'a' } }, []],
  [{ event_type: 'slot', event_payload: { list: [{ key: 1 }], on: true } }, []],
  [{ event_type: 'slot' }, ['invalid_metadata_schema']],
  [{ event_type: '', event_payload: {} }, ['invalid_metadata_schema']],
  [{ event_type: 'slot', event_payload: { a: { b: { c: 1 } } } }, ['invalid_metadata_schema']],
  ['slot', ['invalid_metadata_format']],
])('metadata %j is answered with %j', (metadata, expected) => {
  expect(codes({ text: 'x', metadata })).toEqual(expected);
});

test('blocks that are no list are told apart from blocks that are wrong', () => {
  expect(codes({ text: 'x', blocks: 'oops' })).toEqual(['invalid_blocks_format']);
  expect(codes({ text: 'x', blocks: [{}] })).toEqual(['invalid_blocks']);
});
