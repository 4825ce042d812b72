/**
 * What a person typed after the command, as they typed it: Slack hands over `&`, `<` and `>` as
 * entities, and what it recognises (people, channels, links) in angle brackets.
 *
 * @see https://docs.slack.dev/interactivity/implementing-slash-commands
 */
export function typedText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
