import { expect, test } from 'vitest';

import { createFailureLog } from '../src/log.ts';

const away = (worker: string) => new Error(`not reached (Worker: ${worker})`);

test('a failure that lasts is written once in five minutes, with how often it came', () => {
  let nowMs = 0;
  const lines: unknown[] = [];
  const write = createFailureLog(
    { warn: (fields, message) => lines.push([message, fields]) },
    () => nowMs,
  );
  const full = Object.assign(new Error('no room'), { code: '53100' });
  const first = away('a');
  for (const error of [first, away('b'), away('c'), full, full]) write(error, 'digests wait');
  write(full, 'alerts wait');
  nowMs += 300_000;
  const again = away('d');
  write(again, 'digests wait');

  expect(lines).toEqual([
    ['digests wait', { err: first, alikeBefore: 0 }],
    ['digests wait', { err: full, alikeBefore: 0 }],
    ['alerts wait', { err: full, alikeBefore: 0 }],
    ['digests wait', { err: again, alikeBefore: 2 }],
  ]);
});
