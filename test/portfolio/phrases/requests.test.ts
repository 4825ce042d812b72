import { expect, test } from 'vitest';

import { REQUESTS } from './requests.ts';
import { shareUnderstood } from './share.ts';

test('requests as people type them ask for what they mean, half of them in French', () => {
  const { rows, right, silentZeros, wrong } = shareUnderstood();
  expect(rows).toBeGreaterThanOrEqual(300);
  expect(REQUESTS.filter(({ language }) => language === 'fr')).toHaveLength(rows / 2);
  expect(silentZeros).toEqual([]);
  expect(wrong).toEqual([]);
  expect(right).toBe(rows);
});
