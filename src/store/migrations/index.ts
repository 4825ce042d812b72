import type { Migration } from '../database/migrate.ts';
import { settingsViewsAccess } from './0001-settings-views-access.ts';
import { digests } from './0002-digests.ts';
import { escalations } from './0003-escalations.ts';
import { posts } from './0004-posts.ts';
import { ownerNotices } from './0005-telling.ts';
import { live } from './0006-live.ts';
import { adminNotices } from './0007-tellings.ts';
import { requestClaims } from './0008-request-claims.ts';
import { reductions } from './0009-reductions.ts';
import { digestStops } from './0010-digest-stops.ts';
import { journal } from './0012-journal.ts';
import { alerts } from './0013-alerts.ts';
import { triage } from './0014-triage.ts';
import { reports } from './0015-reports.ts';
import { sharedSnapshots } from './0016-shared-snapshots.ts';

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
];
