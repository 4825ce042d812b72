import type { Config } from '../../config.ts';
import { type Examination, info } from '../finding.ts';

const ABOUT = 'Work Objects';
const SWITCH =
  'Work Object Previews on api.slack.com/apps, with the type Item and the event entity_details_requested';

/**
 * Whether links become Work Objects. The switch at Slack can neither be set by a manifest nor be seen
 * by the app.
 *
 * @see https://docs.slack.dev/messaging/work-objects-implementation
 */
export async function* examineWorkObjects({
  workObjects,
}: Pick<Config['slack'], 'workObjects'>): Examination {
  yield info(
    ABOUT,
    workObjects
      ? `WORK_OBJECTS is on. Slack does not show apps whether they are on there as well: look at ${SWITCH}.`
      : `off: links to rental files get a preview of text. For cards with a panel, switch on ${SWITCH}; then set WORK_OBJECTS=on.`,
  );
  return null;
}
