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
