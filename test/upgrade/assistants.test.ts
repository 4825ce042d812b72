import { expect, test } from 'vitest';

import { ToolInputError } from '../../src/commands/errors.ts';
import { tools } from '../../src/mcp/server.ts';
import { readCursor } from '../../src/mcp/tool.ts';
import { createActionTokens } from '../../src/slack/respond/payload.ts';

/** Made by the first version that answers assistants; an assistant keeps it for as long as it likes. */
const CURSOR =
  'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..EzYqOrRvCezcJVGq.0Rc7wQTcdwGLocLxqwQeOba1OGyWeIW2x9QwQ6DK6_Bz966ud5EzQmbYrU4GLNbUsYWYSEFIGq-qvsZk1DQuELg9IgI9wmLTZ0o-yt5rwUaBO1PJ9ZLB6qS0RqaGwjbhUnSpIfSRsKlRRFQPWHuGM6Vi2sFzREXcknPElTdAB8N9h_fwsdjyizx68gvrzoGVmMrmhCC6ksL3NPdLsSjQNhK60KUUTxWP.NJTmDYifEEwmiyXFLX8Z6A';
const MADE_AT = Date.parse('2026-11-23T10:00:00Z');
const DAY_MS = 86_400_000;

/** What the cursor leads to, so many days later. */
function read(userId: string, days: number) {
  const now = () => MADE_AT + days * DAY_MS;
  const secret = 'an app secret of the test 0123456789';
  return readCursor(CURSOR, userId, createActionTokens(secret, { now }));
}

test('a cursor of an earlier version leads to its page, for its person and for 30 days', () => {
  expect(read('U0HANNAH001', 29)).toEqual({
    query: 'decision:ready',
    reading: 'k3x9.mb2',
    page: 2,
    size: 10,
  });
  expect(() => read('U0CLAIRE001', 1)).toThrow(ToolInputError);
  expect(() => read('U0HANNAH001', 31)).toThrow(ToolInputError);
});

test('tools and their arguments keep their names: metrics and saved prompts have them', () => {
  expect(tools.map(({ name, input }) => [name, ...Object.keys(input.shape)])).toEqual([
    ['search_files', 'query', 'limit', 'cursor'],
    ['show_file', 'file'],
    ['count_files', 'by', 'query'],
    ['pending_overview', 'query'],
    ['file_timeline', 'file'],
    ['report', 'period', 'periods_ago', 'target_working_days', 'query'],
  ]);
});
