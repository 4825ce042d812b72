import packageJson from '../../package.json' with { type: 'json' };
import { access } from './access.ts';
import { alert } from './alert/index.ts';
import type { Command } from './command.ts';
import { decide } from './decide.ts';
import { digest } from './digest/index.ts';
import { exportCommand } from './export/index.ts';
import { helpFor } from './help.ts';
import { home } from './home.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { notifications } from './notifications.ts';
import { overview } from './overview.ts';
import { pending } from './pending.ts';
import { property } from './property.ts';
import { refineFor } from './refine.ts';
import { report } from './report.ts';
import { view } from './saved-views/index.ts';
import { search } from './search.ts';
import { settings } from './settings/index.ts';
import { shareFor } from './share.ts';
import { show } from './show/index.ts';
import { stats } from './statistics.ts';
import { statusFor } from './status.ts';
import { several } from './triage/several.ts';
import { snooze } from './triage/snooze.ts';
import { drop, take } from './triage/take.ts';
import { watch } from './triage/watch.ts';
import { vacant } from './vacant.ts';
import { wrongFile } from './wrong-file.ts';

/** The version of Rental Desk. */
const VERSION: string = packageJson.version;

/**
 * The order of help. The first four short examples in it become “Try it”, and the hint of the
 * manifest follows it. Of two names that differ by accents only, the first in the list wins.
 */
const typedCommands: readonly Command[] = [
  overview,
  pending,
  list,
  show,
  search,
  me,
  property,
  vacant,
  take,
  drop,
  watch,
  snooze,
  stats,
  report,
  digest,
  alert,
  view,
  exportCommand,
  settings,
  access,
  statusFor(VERSION),
];

/** Every command that can be typed. */
export const commands: readonly Command[] = [...typedCommands, helpFor(typedCommands)];

/** Commands that answer with pages of files. */
export const lists: readonly Command[] = [pending, list, search, me];

/** Commands that stand in no help: only buttons or phrases run them. */
export const hidden: readonly Command[] = [
  shareFor(commands),
  refineFor(lists),
  decide,
  notifications,
  wrongFile,
  several,
  home,
];
