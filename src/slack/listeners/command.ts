import { createRespond } from '../respond/respond.ts';
import { trustedResponseUrl } from '../respond/response-url.ts';
import { acknowledge, type ListenerContext } from './listener.ts';

/**
 * `/rental`, wherever in the workspace it is typed.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function registerCommandListener({
  app,
  dispatcher,
  requestHandler,
  messenger,
  modals,
  tokens,
  log,
}: ListenerContext): void {
  app.command('/rental', async ({ ack, body }) => {
    await acknowledge(ack, log);
    const { user_id: userId, channel_id: channelId } = body;
    const responseUrl = trustedResponseUrl(body.response_url, app.client.slackApiUrl);
    const text = typedText(body.text ?? '');
    const match = dispatcher.match(text);
    const scope = { userId, channelId, responseUrl };
    const responder = createRespond({
      responseUrl,
      origin: 'command',
      isPublic: false,
      scope: scope,
      userId,
      tokens,
      messenger,
      openForm: async (form) => modals.openForm(form, body.trigger_id, scope, userId, match.again),
    });
    await requestHandler.handle({
      userId,
      teamId: body.team_id,
      channelId,
      surface: 'command',
      audience: 'person',
      responseUrl,
      responder,
      name: match.name,
      again: match.again,
      answer: (requestInfo) => dispatcher.run(match, requestInfo),
    });
  });
}

/** `<https://x.example|x.example>`, `<mailto:a@b.example|a@b.example>`: what was typed is behind the bar. */
const LABELLED = /<(?:https?:|mailto:)[^<|>]*\|([^<>]*)>/g;
const BARE = /<((?:https?:|mailto:)[^<|>]*)>/g;

/**
 * What a person typed after the command, as they typed it: Slack hands over `&`, `<` and `>` as
 * entities, and puts angle brackets around what it takes for a link.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function typedText(text: string): string {
  return unescaped(text.replaceAll(LABELLED, '$1').replaceAll(BARE, '$1'));
}

/**
 * Text with its entities read, and everything else as Slack has it: the address of a link is still
 * there.
 */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
