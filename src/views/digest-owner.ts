import { bold, buttons, context, plain, richText } from './blocks.ts';
import { digestButtons, type DigestPresses } from './digest-buttons.ts';
import { type LedgerLine, reasonIn } from './digest-ledger.ts';
import { digestName } from './digest.ts';
import type { Message } from './message.ts';
import { escaped } from './service-text.ts';
import type { Words } from './words/words.ts';

/** What the owner of a digest is told, and others besides or instead. */
export interface OwnerNews {
  readonly name: string;
  readonly zone: string;
  /** Names the delivery, here and in the log. */
  readonly reference: string;
  readonly line: LedgerLine;
  readonly isPaused: boolean;
  /** `channel`: the owner has left or takes no messages; `admin`: told besides. */
  readonly reader: 'owner' | 'channel' | 'admin';
  readonly presses: DigestPresses;
}

/** Why a digest did not come, or that nobody knows, and what to do about it. */
export function digestOwnerView(news: OwnerNews, words: Words): Message {
  const { digest, digestLedger } = words;
  const name = digestName(news.name, words);
  const moment = digest.moment(news.line.dueAt, news.zone);
  const isUnknown = news.line.state === 'unknown';
  const { ownerFailed, ownerUnknown, channelFailed, channelUnknown } = digestLedger;
  const failed = news.reader === 'owner' ? ownerFailed : channelFailed;
  const unknown = news.reader === 'owner' ? ownerUnknown : channelUnknown;
  const happened = isUnknown
    ? unknown(name, moment)
    : failed(name, moment, reasonIn(news.line.reason, words));
  const remedies = [
    ...(isUnknown ? [digestLedger.ownerUnknownRemedy] : []),
    ...(news.isPaused ? [digestLedger.ownerPaused] : []),
    ...(news.reader === 'channel' ? [digestLedger.ownerOutOfReach] : []),
    ...(news.reader === 'admin' ? [digestLedger.toldAsAdmin] : []),
  ];
  const referred = words.failure.reference(news.reference);
  return {
    kind: 'message',
    isPassing: false,
    text: escaped([happened, ...remedies, `(${referred})`].join(' ')),
    blocks: [
      richText([bold(happened), plain(remedies.map((remedy) => `\n${remedy}`).join('') || '\n')]),
      context(referred),
      buttons(...digestButtons(news, words)),
    ],
  };
}
