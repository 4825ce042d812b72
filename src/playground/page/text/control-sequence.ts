import type { Inline, InlineStyle } from '../block-kit/rich-text.ts';

/**
 * Reads what stands between `<` and `>` in mrkdwn: a mention, a channel, a date or a link.
 * Anything else stays the text it is.
 */
export function controlSequence(body: string, style: InlineStyle): Inline {
  const [target = '', label] = halves(body);
  if (/^@[UW]\w+$/.test(target)) return { type: 'user', user_id: target.slice(1), style };
  if (/^#[CG]\w+$/.test(target)) return { type: 'channel', channel_id: target.slice(1), style };
  if (/^!(?:here|channel|everyone)$/.test(target)) {
    return { type: 'broadcast', range: target.slice(1), style };
  }
  if (/^!subteam\^S\w+$/.test(target)) {
    return { type: 'usergroup', usergroup_id: target.slice('!subteam^'.length), style };
  }
  if (target.startsWith('!date^')) return date(target, label ?? '', style);
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(target)) {
    const text = decoded(label ?? target.replace(/^(?:mailto|tel):/i, ''));
    return { type: 'link', url: decoded(target), text, style };
  }
  return { type: 'text', text: decoded(`<${body}>`), style };
}

function date(target: string, fallback: string, style: InlineStyle): Inline {
  const [, seconds = '', format = '', url] = target.split('^');
  const timestamp = Number(seconds);
  if (!Number.isFinite(timestamp)) return { type: 'text', text: decoded(fallback), style };
  const element = { type: 'date', timestamp, format, fallback: decoded(fallback), style };
  return url !== undefined && /^https?:\/\//i.test(url) ? { ...element, url } : element;
}

function halves(body: string): readonly string[] {
  const bar = body.indexOf('|');
  return bar === -1 ? [body] : [body.slice(0, bar), body.slice(bar + 1)];
}

function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
