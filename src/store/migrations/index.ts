import type { Migration } from '../database/migrate.ts';
import { settingsViewsAccess } from './0001-settings-views-access.ts';
import { digests } from './0002-digests.ts';
import { escalations } from './0003-escalations.ts';
import { posts } from './0004-posts.ts';
import {
  ownerNotices,
  live,
  adminNotices,
  requestClaims,
  reductions,
  digestStops,
} from './0005-to-0010-deliveries.ts';
import { journal } from './0012-journal.ts';
import { alerts } from './0013-alerts.ts';
import { triage } from './0014-triage.ts';
import { reports } from './0015-reports.ts';
import { sharedSnapshots } from './0016-shared-snapshots.ts';
import {
  alertLeaving,
  noticeChannels,
  refusedRemovals,
  threadReplies,
} from './0017-to-0020-deliveries-and-alerts.ts';

/** Every step from an empty database to today's tables. A step that has run never changes. */
export const migrations: readonly Migration[] = [
  settingsViewsAccess,
  digests,
  escalations,
  posts,
  ownerNotices,
  live,
  adminNotices,
  requestClaims,
  reductions,
  digestStops,
  journal,
  alerts,
  triage,
  reports,
  sharedSnapshots,
  refusedRemovals,
  threadReplies,
  noticeChannels,
  alertLeaving,
];
