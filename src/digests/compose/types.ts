import type { PostRequest } from '../../delivery/ports.ts';
import type { ChannelLevel } from '../../i18n/privacy.ts';
import type { Language } from '../../i18n/types.ts';
import type { WorkingDays } from '../../portfolio/calendar/working-days.ts';
import type { Searcher } from '../../portfolio/search/execute.ts';

/** How a channel reads a digest. */
export interface Audience {
  /** The channel's own level, or `outside` if it is shared with other organisations. */
  readonly level: ChannelLevel;
  /** The channel's, or the default language. */
  readonly language: Language;
}

/** Input for composing a digest. */
export interface ComposeInput extends PostRequest {
  readonly audience: Audience;
  /** Whether only one person sees it, and nobody is mentioned. */
  readonly isPreview?: boolean;
  readonly now: number;
  /** What was seen of files before. */
  readonly journal?: Searcher['journal'];
  /** What people do about files. */
  readonly triage?: Searcher['triage'];
  /** By the digest's holidays. */
  readonly workingDays: WorkingDays;
  /** Link to a rental file; `null` without a web address of the service. */
  readonly linkTo: (id: string) => string | null;
  /** Of amounts, an ISO 4217 code; `null` where the operator has named none. */
  readonly currency: string | null;
}
