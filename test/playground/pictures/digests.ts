import type { PastCounts } from '../../../src/delivery/ports.ts';
import { composeDigest } from '../../../src/digests/compose/composer.ts';
import type { Language } from '../../../src/i18n/types.ts';
import { SECRETS } from '../../../src/playground/playground.ts';
import { generateFiles } from '../../../src/playground/rental-service/data/files.ts';
import type { SlackWorkspace } from '../../../src/playground/slack-workspace/server.ts';
import { CHANNELS } from '../../../src/playground/slack-workspace/store/channels.ts';
import { PEOPLE } from '../../../src/playground/slack-workspace/store/people.ts';
import type { Snapshot } from '../../../src/portfolio/snapshot.ts';
import { createActionTokens, payloadFor } from '../../../src/slack/respond/payload.ts';
import type { Digest, DigestOptions, ShownFile } from '../../../src/store/digest.ts';
import { composing, digestOf } from '../../digests/compose/fixture.ts';
import { NOW_MS } from '../../portfolio/query/random-entries.ts';
import { readingOfFiles } from '../../portfolio/reading-of.ts';
import { testClient } from '../../support/slack-workspace.ts';

/** A digest as it would be posted, by the name of its picture. */
export interface PictureDigest {
  readonly name: string;
  readonly digest: Partial<Digest>;
  readonly options: Partial<DigestOptions>;
  readonly files: number;
  readonly lateMs: number;
  readonly isCatchUp: boolean;
  readonly isIncomplete: boolean;
  readonly isFirst: boolean;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PLAIN = {
  digest: {},
  options: {},
  files: 40,
  lateMs: 0,
  isCatchUp: false,
  isIncomplete: false,
  isFirst: false,
};

/** What a channel can see of a digest. */
export const DIGESTS: readonly PictureDigest[] = [
  { ...PLAIN, name: 'empty', files: 0, options: { whenEmpty: 'clear' } },
  { ...PLAIN, name: 'heartbeat', files: 0, options: { whenEmpty: 'weekly' } },
  { ...PLAIN, name: 'three', files: 3, isFirst: true },
  { ...PLAIN, name: 'forty' },
  {
    ...PLAIN,
    name: 'forty-overdue',
    options: { targetDays: 3, style: 'detailed', mentions: [PEOPLE.claire, PEOPLE.hannah] },
  },
  { ...PLAIN, name: 'by-property', files: 12, options: { group: 'property' } },
  { ...PLAIN, name: 'late', files: 5, lateMs: 25 * MINUTE_MS },
  { ...PLAIN, name: 'catch-up', files: 5, lateMs: 180 * MINUTE_MS, isCatchUp: true },
  { ...PLAIN, name: 'incomplete', files: 5, isIncomplete: true },
  { ...PLAIN, name: 'empty-incomplete', files: 0, isIncomplete: true },
];

/** Posts a digest in #leasing of a playground; what stands in its thread follows at once. */
export async function postDigest(
  wanted: PictureDigest,
  language: Language,
  workspace: SlackWorkspace,
): Promise<void> {
  const client = testClient(workspace, SECRETS.botToken);
  const tokens = createActionTokens(SECRETS.signingSecret);
  const bearing = { userId: null, channelId: CHANNELS.leasing };
  const { message, threadReply: rest } = composedFor(wanted, language);
  for (const part of rest === null ? [message] : [message, rest]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are posted.
    await client.chat.postMessage({
      channel: CHANNELS.leasing,
      ...payloadFor(part, bearing, tokens),
    });
  }
}

function composedFor(wanted: PictureDigest, language: Language) {
  const name = language === 'en' ? 'Morning' : 'Point du matin';
  const snapshot = readingFor(wanted);
  return composeDigest(
    composing(snapshot, {
      digest: digestOf({ name, ...wanted.digest }, wanted.options),
      audience: { level: 'initials', language },
      now: NOW_MS + wanted.lateMs,
      isCatchUp: wanted.isCatchUp,
      before: wanted.isFirst ? null : before(snapshot),
      past: wanted.isFirst ? [] : PAST,
    }),
  );
}

const PAST: readonly PastCounts[] = Array.from({ length: 20 }, (_, day) => ({
  dueAt: NOW_MS - (20 - day) * DAY_MS,
  counts: { ready: 3 + (day % 4), waiting: 25 + ((day * 7) % 9), overdue: 4 },
}));

function readingFor({ files, isIncomplete }: PictureDigest): Snapshot {
  const open = generateFiles({ count: 200, seed: 7, nowMs: NOW_MS })
    .filter(({ decision, status }) => /PENDING|READY/.test(decision) && status !== 'CLOSED')
    .filter(({ archived_at }) => !archived_at)
    .slice(0, files);
  return {
    ...readingOfFiles(...open.map((file) => ({ ...file }))),
    inconsistency: isIncomplete ? 'moved' : null,
  };
}

/** As the last digest saw them: the newest are missing, and one was not ready yet. */
function before({ table }: Snapshot): ShownFile[] {
  return table.entries
    .slice(2)
    .map(({ id, decision }, index) => ({ id, decision: index === 0 ? 'PENDING' : decision }));
}
