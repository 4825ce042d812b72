import { access } from './access.ts';
import type { Command } from './command.ts';
import { digest } from './digest.ts';
import { exportCommand } from './export.ts';
import { grownOld } from './grown-old.ts';
import { helpFor } from './help.ts';
import { list } from './list.ts';
import { me } from './me.ts';
import { overview } from './overview.ts';
import { pending } from './pending.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shareFor } from './share.ts';
import { show } from './show.ts';
import { stats } from './stats.ts';
import { statusFor } from './status.ts';
import { VERSION } from './version.ts';
import { view } from './view.ts';

const asked: readonly Command[] = [
  overview,
  pending,
  list,
  show,
  search,
  me,
  stats,
  digest,
  view,
  exportCommand,
  settings,
  access,
  statusFor(VERSION),
];

/** Every command, in the order help lists them. To add one: write its file, then name it here. */
export const commands: readonly Command[] = [...asked, helpFor(asked)];

/** What only buttons ask for. */
export const hidden: readonly Command[] = [shareFor(commands), grownOld];
