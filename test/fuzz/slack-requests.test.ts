import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf, rentalFiles } from '../support/rental-files.ts';
import { openSlackApp } from '../support/slack-app.ts';
import { SIGNING_SECRET } from '../support/slack-workspace.ts';
import { brokenJson, PROTOTYPE_NAMES } from './broken-json.ts';
import { batches } from './fuzzing.ts';
import { COMMAND, EVENTS, INTERACTIONS } from './slack-bodies.ts';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** What arrives at the porch, with a signature that is good. */
interface Arriving {
  readonly body: string;
  readonly type: string;
}

const asForm = (fields: string[][]): Arriving => ({
  body: new URLSearchParams(fields).toString(),
  type: FORM_TYPE,
});
const asPayload = (payload: string) => asForm([['payload', payload]]);

const name = fc.oneof(
  fc.constantFrom(...Object.keys(COMMAND), ...PROTOTYPE_NAMES, 'payload', 'ssl_check', 'event'),
  fc.string(),
);
const hostile = fc.oneof(
  fc
    .constantFrom(...Object.values(INTERACTIONS))
    .chain(brokenJson)
    .map(asPayload),
  fc
    .constantFrom(...EVENTS)
    .chain(brokenJson)
    .map((body): Arriving => ({ body, type: JSON_TYPE })),
  // A field that comes twice is a list.
  fc
    .array(fc.tuple(name, fc.oneof(name, fc.string({ unit: 'binary' }))), { maxLength: 4 })
    .map((more) => asForm([...Object.entries(COMMAND), ...more])),
  fc.record({
    body: fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('null', ' null ', '0', '[]', '""'),
    ),
    type: fc.constantFrom(JSON_TYPE, FORM_TYPE, 'text/plain'),
  }),
);

async function porch() {
  const { dispatcher } = deskOver(() => pagesOf(rentalFiles(3)));
  const { url, logged, idle } = await openSlackApp(dispatcher, { refusals: null });
  return {
    logged,
    idle,
    send: async ({ body, type }: Arriving): Promise<number> => {
      const { status } = await fetch(new URL('/slack/events', url), {
        method: 'POST',
        body,
        headers: { 'content-type': type, ...signedHeaders(SIGNING_SECRET, body, Date.now()) },
      });
      return status;
    },
  };
}

/** Slack is told that the request arrived, or that it is not for us. */
function isFine(status: number | undefined): boolean {
  return status === 200 || (status !== undefined && status >= 400 && status < 500);
}

test.each([...Object.values(INTERACTIONS), ...EVENTS])(
  'what Slack tells of is heard: $type $event.type',
  async (body) => {
    const { send, idle } = await porch();
    const text = JSON.stringify(body);
    const arriving = 'event' in body ? { body: text, type: JSON_TYPE } : asPayload(text);
    expect(await send(arriving)).toBe(200);
    await idle();
  },
);

test.each([
  { body: 'null', type: JSON_TYPE },
  { body: ' null\n', type: JSON_TYPE },
  asPayload('null'),
  {
    body: `{"type":"url_verification","challenge":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    type: JSON_TYPE,
  },
])('a body that would end the process is refused', async (arriving) => {
  const { send } = await porch();
  expect(await send(arriving)).toBe(400);
});

test('no body, however it is broken, gets an answer that blames us or ends the process', async () => {
  const { send, logged, idle } = await porch();
  for (const arriving of batches(hostile, 400)) {
    const statuses = await Promise.all(arriving.map(send));
    await idle();
    expect(arriving.filter((_, index) => !isFine(statuses[index]))).toEqual([]);
    expect(logged.filter(({ message }) => /unhandled/i.test(message))).toEqual([]);
  }
});
