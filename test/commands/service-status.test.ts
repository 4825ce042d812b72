import { expect, test } from 'vitest';

import { failureWords } from '../../src/commands/errors.ts';
import { serviceStatus } from '../../src/i18n/en/errors.ts';
import { serviceStatus as serviceStatusFr } from '../../src/i18n/fr/errors.ts';
import { wordsIn } from '../../src/i18n/index.ts';
import { loopbackService, reply } from '../support/loopback-service.ts';

const REFUSALS = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 410, 415, 418, 422];
const FAULTS = [408, 500, 501, 502, 503, 504, 599];

test('each status has a sentence of its own, which names it, in both languages', () => {
  for (const words of [serviceStatus, serviceStatusFr]) {
    const sentences = [...REFUSALS, ...FAULTS].map((status) => {
      const { happened } = words(status, null);
      expect(happened).toContain(String(status));
      return happened;
    });
    expect(new Set(sentences).size).toBe(sentences.length);
  }
});

test.each(REFUSALS)(
  'a person reads of status %d what it is, and never of a link',
  async (status) => {
    await using service = await loopbackService(({ response }) => {
      reply(
        response,
        status,
        { detail: 'the reason' },
        { location: 'https://other.example.com/x' },
      );
    });
    const error: unknown = await service
      .client()
      .checkService()
      .catch((thrown: unknown) => thrown);

    const { happened } = failureWords(error, wordsIn('en'), 'Europe/Paris');

    expect(happened).toContain(`status ${status}`);
    expect(happened).not.toContain('trust');
    expect(happened.includes('the reason')).toBe(![401, 403, 404, 410].includes(status));
  },
);
