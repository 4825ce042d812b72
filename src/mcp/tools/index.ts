import type { Tool } from '../tool.ts';
import { countFiles } from './count-files.ts';
import { fileTimeline } from './file-timeline.ts';
import { pendingOverview } from './pending-overview.ts';
import { periodReport } from './report.ts';
import { searchFiles } from './search-files.ts';
import { showFile } from './show-file.ts';

/** The tools, in the order in which assistants read them. */
export const tools: readonly Tool[] = [
  searchFiles,
  showFile,
  countFiles,
  pendingOverview,
  fileTimeline,
  periodReport,
];
