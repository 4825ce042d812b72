import type { Suggestion } from '../../commands/typeahead.ts';
import { zonesWith } from '../../digests/options/times.ts';
import { PICK_PREFIX } from '../respond/payload.ts';
import { acknowledge } from '../respond/respond.ts';
import { type ListenerContext, privateMetadataOf } from './listener.ts';

/** Most options of a select. */
const ZONES_MAX = 100;

/** Text that was typed into a select, and where. */
interface Typing {
  readonly user: { readonly id: string; readonly team_id?: string };
  readonly team: { readonly id: string } | null;
  readonly view?: { readonly private_metadata?: string };
  readonly channel?: { readonly id: string };
  readonly value: string;
}

/**
 * Selects that offer rental files, or time zones, while a person types. Those who are not authorized
 * get no files.
 *
 * @see https://docs.slack.dev/reference/interaction-payloads/block_suggestion-payload
 */
export function registerOptionsListener({
  app,
  dispatcher,
  requestHandler,
  tokens,
  log,
}: ListenerContext): void {
  const ours = new RegExp(`^${RegExp.escape(PICK_PREFIX)}`);

  function channelOf({ user, view, channel }: Typing): string | null {
    const token = view ? tokens.decode(privateMetadataOf(view)) : null;
    return token?.userId === user.id ? token.channelId : (channel?.id ?? null);
  }

  async function suggestionsFor(typing: Typing): Promise<readonly Suggestion[]> {
    const { user, team, value } = typing;
    const origin = {
      userId: user.id,
      teamId: user.team_id ?? team?.id ?? '',
      channelId: channelOf(typing),
      surface: 'form',
      audience: 'person',
    } as const;
    const suggestions = await requestHandler.handleSilently(origin, 'typing', async (requestInfo) =>
      dispatcher.suggest(value, requestInfo),
    );
    return suggestions ?? [];
  }

  app.options<'block_suggestion'>({ type: 'block_suggestion', action_id: ours }, async (args) => {
    const options = (await suggestionsFor(args.body)).map(({ id, label, says }) => ({
      value: id,
      text: { type: 'plain_text' as const, text: label, emoji: false },
      description: { type: 'plain_text' as const, text: says, emoji: false },
    }));
    await acknowledge(args, log, { options });
  });

  // The names of time zones are no secret: nobody is authorized for them.
  app.options<'block_suggestion'>({ type: 'block_suggestion', block_id: 'zone' }, async (args) => {
    const options = zonesWith(args.body.value, ZONES_MAX).map((zone) => ({
      value: zone,
      text: { type: 'plain_text' as const, text: zone, emoji: false },
    }));
    await acknowledge(args, log, { options });
  });
}
