import { z } from 'zod';

import { alert, card, carousel, container, markdown, plan, taskCard } from './composite-blocks.ts';
import { dataTable, dataVisualization, table } from './data-blocks.ts';
import { richText } from './rich-text.ts';
import {
  actions,
  context,
  contextActions,
  divider,
  file,
  header,
  image,
  input,
  section,
  video,
} from './standard-blocks.ts';

/** A block of any type that Slack has; where it may stand is `surface.ts`'s to say. */
export const block = z.discriminatedUnion('type', [
  actions,
  alert,
  card,
  carousel,
  container,
  context,
  contextActions,
  dataTable,
  dataVisualization,
  divider,
  file,
  header,
  image,
  input,
  markdown,
  plan,
  richText,
  section,
  table,
  taskCard,
  video,
]);
