import { expect, test } from 'vitest';
import { z } from 'zod';

import { ReadState } from '../../src/mcp/tool.ts';
import { generateFiles } from '../../src/playground/rental-service/data/files.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { RentalFile } from '../../src/rental-api/schema/rental-file.ts';
import { deskOver } from '../support/desk.ts';
import { pagesOf } from '../support/rental-files.ts';
import { openSlackApp } from '../support/slack-app.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const FILES = generateFiles({ count: 120, seed: 7, nowMs: NOW }).map((file) =>
  RentalFile.parse(file),
);

/** Ten questions as people ask Slackbot, one of them wrong, one of them unanswerable. */
const QUESTIONS = [
  'What awaits a decision?',
  'What awaits a decision in Lyon?',
  'How many files by status?',
  'How many ready files by town?',
  'Find ready files',
  'Next page',
  `Show ${FILES[5]?.id}`,
  'What happened to LY-0342?',
  'Report of last month',
  'Find colour:red',
];

const Answered = z.object({
  slackbot: z.object({
    tool: z.string(),
    arguments: z.record(z.string(), z.unknown()),
    isError: z.boolean(),
    text: z.string(),
    data: z.record(z.string(), z.unknown()),
    blocks: z.array(z.object({ type: z.string() }).loose()),
  }),
});

const ALIKE = Object.keys(ReadState.shape);

/** Of a list the first three; files by their references; what is alike everywhere is left out. */
function abridged(key: string, value: unknown): unknown {
  if (ALIKE.includes(key)) return undefined;
  if (key === 'cursor' || (key === 'next_cursor' && value !== null)) return '…';
  if (Array.isArray(value) && value.length > 3) return [...value.slice(0, 3), '…'];
  const file = z.object({ reference: z.string(), backlog: z.string().nullable() }).safeParse(value);
  if (file.success) return [file.data.reference, file.data.backlog].filter(Boolean).join(' ');
  return value;
}

test('ten questions, what is called for each, and what a model reads of the answer', async () => {
  const { dispatcher } = deskOver(() => pagesOf(FILES));
  const { workspace } = await openSlackApp(dispatcher, { assistants: 'initials' });
  const transcript: string[] = [];
  let cursor: string | null = null;
  for (const text of QUESTIONS) {
    const given: unknown = await workspace.perform('ask_slackbot', {
      person: PEOPLE.hannah,
      text,
      cursor,
    });
    const {
      tool,
      arguments: args,
      isError,
      text: read,
      data,
      blocks,
    } = Answered.parse(given).slackbot;
    cursor = typeof data['next_cursor'] === 'string' ? data['next_cursor'] : null;
    transcript.push(
      `> ${text}`,
      `${tool} ${JSON.stringify(args, abridged)}`,
      isError ? `refused: ${read}` : JSON.stringify(data, abridged),
      `drawn: ${blocks.length} blocks`,
      '',
    );
  }
  expect(transcript.join('\n')).toMatchInlineSnapshot(`
    "> What awaits a decision?
    pending_overview {"query":""}
    {"awaiting_decision":47,"ready":15,"in_review":1,"waiting_for_documents":31,"with_unknown_decision":0,"first":["LY-0343 ready","AY-0109 ready","AY-0109 ready","…"],"ignored":[]}
    drawn: 8 blocks

    > What awaits a decision in Lyon?
    pending_overview {"query":"in Lyon"}
    {"awaiting_decision":7,"ready":3,"in_review":0,"waiting_for_documents":4,"with_unknown_decision":0,"first":["LY-0343 ready","LY-0343 ready","LY-0342 ready","…"],"ignored":[]}
    drawn: 8 blocks

    > How many files by status?
    count_files {"by":"status","query":""}
    {"total":120,"groups":[{"value":"CLOSED","is_known":true,"count":66},{"value":"ANALYZED","is_known":true,"count":17},{"value":"COLLECTED","is_known":true,"count":11},"…"],"further_groups":0,"further_files":0,"ignored":[]}
    drawn: 0 blocks

    > How many ready files by town?
    count_files {"by":"town","query":"ready files"}
    {"total":15,"groups":[{"value":"74000 Annecy","is_known":true,"count":3},{"value":"69003 Lyon","is_known":true,"count":3},{"value":"74600 Annecy","is_known":true,"count":3},"…"],"further_groups":0,"further_files":0,"ignored":[]}
    drawn: 0 blocks

    > Find ready files
    search_files {"query":"ready files"}
    {"total":15,"page":1,"pages":2,"files":["TO-0101 ready","AY-0100 ready","AY-0100 ready","…"],"next_cursor":"…","understood":"decision:ready","ignored":[],"wider":[],"has_changed":false}
    drawn: 13 blocks

    > Next page
    search_files {"cursor":"…"}
    {"total":15,"page":2,"pages":2,"files":["LY-0343 ready","AY-0109 ready","AY-0109 ready","…"],"next_cursor":null,"understood":"decision:ready","ignored":[],"wider":[],"has_changed":false}
    drawn: 8 blocks

    > Show f11a6985-20ce-4c39-bafd-8132a8be9ace
    show_file {"file":"f11a6985-20ce-4c39-bafd-8132a8be9ace"}
    {"source":"service","file":"AY-0100 waiting_for_documents","applicants":1,"guarantors":0,"ready_at":null,"decided_at":null,"working_days_to_ready":null,"working_days_to_decision":null,"candidates":[],"matching":1}
    drawn: 8 blocks

    > What happened to LY-0342?
    file_timeline {"file":"LY-0342"}
    {"history":"several_files","file":null,"known_since":null,"ready_at":null,"decided_at":null,"working_days_to_ready":null,"working_days_to_decision":null,"events":[],"further_events":0,"candidates":["LY-0342 ready","LY-0342 waiting_for_documents","LY-0342 waiting_for_documents"],"matching":3}
    drawn: 0 blocks

    > Report of last month
    report {"period":"month"}
    {"period":{"from":"2026-10-01","to":"2026-10-31","arrived":44,"became_ready":null,"accepted":null,"rejected":null,"working_days_to_ready":null,"working_days_to_decision":null,"decided_within_target":null,"not_recorded":[]},"period_before":{"from":"2026-09-01","to":"2026-09-30","arrived":17,"became_ready":null,"accepted":null,"rejected":null,"working_days_to_ready":null,"working_days_to_decision":null,"decided_within_target":null,"not_recorded":[]},"awaiting_decision_now":47,"ready_now":15,"ages_of_awaiting":[{"from_working_days":0,"files":20},{"from_working_days":4,"files":15},{"from_working_days":8,"files":5},"…"],"files_without_creation_date":1,"properties":[{"reference":"AY-0100","id":"e8db1f16-36a0-4c2b-b3be-655dee638488","arrived":0,"decided":null,"awaiting_decision":8},{"reference":"RE-0104","id":"d2c33a97-e8af-47b8-908d-c52ab121cd66","arrived":0,"decided":null,"awaiting_decision":8},{"reference":"LY-0343","id":"e8979bed-7b90-443a-991e-177fb4f564dd","arrived":4,"decided":null,"awaiting_decision":4},"…"],"ignored":[]}
    drawn: 6 blocks

    > Find colour:red
    search_files {"query":"colour:red"}
    refused: There is no key “colour:”. Keys are: status, decision, situation, applicant, profile, applicant-status, applicant-score, applicant-completion, applicant-id, applicant-created, applicant-updated, form-submitted, applicant-pre-application, applicant-validated, guarantor, guarantors, organisation-created, organisation-updated, has, no, property, property-id, service-tenant, rent, charges, deposit, price, fee, agency-fees, requests, available, availability, furnished, exclusive, rent-insurance, property-insured, spontaneous, property-archived, property-pre-application, property-validated, property-created, property-updated, property-archived-on, category, mandate, fee-type, file, manager, tag, age, stale, waiting, stage, ready, since-decision, score, completion, created, updated, decided, ready-since, archived, archived-on, insured, pre-application, pre-application-validated, engagement, taken, watched, snoozed, sort. Put text with a colon in quotes.
    drawn: 0 blocks
    "
  `);
});
