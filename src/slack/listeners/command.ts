import { acknowledge, createRespond, trustedResponseUrl } from '../respond/respond.ts';
import { type ListenerContext } from './listener.ts';

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
  app.command('/rental', async ({ body, ...request }) => {
    await acknowledge(request, log);
    const { user_id: userId, channel_id: channelId } = body;
    const responseUrl = trustedResponseUrl(body.response_url, app.client.slackApiUrl);
    const text = typedText(body.text ?? '');
    const match = dispatcher.match(text);
    const scope = { userId, channelId, responseUrl };
    const responder = createRespond({
      responseUrl,
      origin: 'command',
      isPublic: false,
      scope,
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

/** `<https://x.example|x.example>`, `<mailto:a@b.example|a@b.example>`: the typed text is the label. */
const LABELLED = /<(?:https?:|mailto:)[^<|>]*\|([^<>]*)>/g;
const BARE = /<((?:https?:|mailto:)[^<|>]*)>/g;

/**
 * The text after a command as it was typed: Slack escapes `&`, `<` and `>`, and puts links into angle
 * brackets.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function typedText(text: string): string {
  return unescaped(text.replaceAll(LABELLED, '$1').replaceAll(BARE, '$1'));
}

/**
 * Text with its entities decoded and its links unchanged.
 */
export function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
