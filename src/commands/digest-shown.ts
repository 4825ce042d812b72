import type { Delivery, Digest } from '../store/digest.ts';
import { digestLedgerView, type LedgerLine } from '../views/digests/history.ts';
import { digestsView, type DigestTold } from '../views/digests/manage.ts';
import type { Message, Press } from '../views/message.ts';
import type { Call } from './command.ts';
import type { DigestDesk } from './digest-desk.ts';
import { digestsHere } from './digest-find.ts';
import { toldOf } from './digest-told.ts';

/** Each has a query, a name and a row of buttons, and Slack takes so much text in a message. */
const PAGE_SIZE = 5;
const LEDGER_SIZE = 12;

/** A page of the digests that belong here, below what else there is to say. */
export async function digestsPage(
  wanted: number,
  call: Call,
  desk: DigestDesk,
  notices: readonly string[] = [],
): Promise<Message> {
  const all = await digestsHere(call, desk);
  const pages = Math.max(1, Math.ceil(all.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  return digestsView(
    {
      digests: await Promise.all(
        all
          .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
          .map(async (digest) => toldWithOwner(digest, call, desk)),
      ),
      total: all.length,
      page,
      pages,
      previous: page > 1 ? turnTo(page - 1) : null,
      next: page < pages ? turnTo(page + 1) : null,
      add: { command: 'digest', args: { do: 'add' }, opens: 'modal' },
      notices,
    },
    call.words,
  );
}

function turnTo(page: number): Press {
  return { command: 'digest', args: { do: 'list', page } };
}

/** What became of a digest's slots, those due last first; `before` is where a page begins. */
export async function ledgerPage(
  digest: Digest,
  before: number | null,
  call: Call,
  desk: DigestDesk,
): Promise<Message> {
  const found = await desk.deliveries.list({
    digestId: digest.id,
    limit: LEDGER_SIZE + 1,
    ...(before === null ? {} : { before }),
  });
  const shown = found.slice(0, LEDGER_SIZE);
  const last = shown.at(-1);
  const hasMore = found.length > LEDGER_SIZE && last !== undefined;
  const told = await toldWithOwner(digest, call, desk);
  return digestLedgerView(
    {
      // What it would show is here already.
      told: { ...told, presses: { ...told.presses, status: null } },
      lines: shown.map(ledgerLineOf),
      older: hasMore
        ? { command: 'digest', args: { do: 'status', id: digest.id, before: last.dueAt } }
        : null,
    },
    call.words,
  );
}

async function toldWithOwner(digest: Digest, call: Call, desk: DigestDesk): Promise<DigestTold> {
  const isOwnerGone = (await call.channels.ownerState(digest.ownerId)) === 'gone';
  return { ...toldOf(digest, call, desk), isOwnerGone };
}

/** What the ledger tells of a delivery. */
function ledgerLineOf({
  dueAt,
  kind,
  state,
  reason,
  postedAt,
  isIncomplete,
  counts,
}: Delivery): LedgerLine {
  return { dueAt, isRun: kind === 'run', state, reason, postedAt, isIncomplete, counts };
}
