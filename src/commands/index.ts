import type { Command } from './command.ts';
import { helpFor } from './help.ts';
import { list } from './list.ts';

const asked: readonly Command[] = [list];

/** Every command, in the order help lists them. To add one: write its file, then name it here. */
export const commands: readonly Command[] = [...asked, helpFor(asked)];
