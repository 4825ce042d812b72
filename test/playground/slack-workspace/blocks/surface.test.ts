import { expect, test } from 'vitest';

import { blockErrors } from '../../../../src/playground/slack-workspace/blocks/check.ts';
import type { Surface } from '../../../../src/playground/slack-workspace/blocks/surface.ts';
import type { Json } from '../../../../src/playground/slack-workspace/page-protocol.ts';
import {
  actions,
  button,
  card,
  chart,
  container,
  dataTable,
  input,
  markup,
  plain,
  richText,
  section,
  table,
} from './samples.ts';

const SURFACES: readonly Surface[] = ['message', 'modal', 'home'];

test.each<[string, Json, readonly Surface[]]>([
  ['actions', actions(button()), SURFACES],
  ['card', card(), SURFACES],
  ['context', { type: 'context', elements: [markup()] }, SURFACES],
  ['divider', { type: 'divider' }, SURFACES],
  ['header', { type: 'header', text: plain() }, SURFACES],
  ['image', { type: 'image', alt_text: 'x', image_url: 'https://x' }, SURFACES],
  ['input', input({ type: 'plain_text_input' }), SURFACES],
  ['rich_text', richText(), SURFACES],
  ['section', section(), SURFACES],
  ['alert', { type: 'alert', text: plain() }, ['modal']],
  ['carousel', { type: 'carousel', elements: [card()] }, ['message', 'home']],
  ['container', container([section()]), ['message', 'home']],
  ['data_table', dataTable(2), ['message', 'home']],
  ['table', table(1), ['message', 'home']],
  ['data_visualization', chart('bar'), ['message', 'home']],
  ['markdown', { type: 'markdown', text: 'x' }, ['message']],
  ['plan', { type: 'plan', title: 'x' }, ['message']],
  ['file', { type: 'file', source: 'remote', external_id: 'x' }, ['message']],
  ['task_card', { type: 'task_card', task_id: 'x', title: 'x', status: 'complete' }, ['message']],
  ['a date and time', actions({ type: 'datetimepicker' }), ['message', 'modal']],
  ['an e-mail input', input({ type: 'email_text_input' }), ['modal']],
  ['a number input', input({ type: 'number_input', is_decimal_allowed: true }), ['modal']],
  ['a rich text input', input({ type: 'rich_text_input' }), ['modal', 'home']],
])('%s stands where Slack lets it stand', (_, block, surfaces) => {
  const allowed = SURFACES.filter((surface) => blockErrors([block], surface).length === 0);
  expect(allowed).toEqual(surfaces);
});
