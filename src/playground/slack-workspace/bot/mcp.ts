import type { Json } from '../page-protocol.ts';
import { signedHeaders } from './http.ts';

interface McpOptions {
  readonly signingSecret: string;
  /** Where the app takes requests of Slack; `null` while it does not listen. */
  readonly eventsUrl: () => URL | null;
  readonly signedAt: () => number;
}

/** What the app answered; `null` where it could not be reached. */
export type ToolReply = { readonly status: number; readonly body: unknown } | null;

const ANSWERED_WITHIN_MS = 30_000;

/** Calls tools of the app over MCP, signed as Slack does. */
export function toolCaller({ signingSecret, eventsUrl, signedAt }: McpOptions) {
  let calls = 0;
  return async (params: Json): Promise<ToolReply> => {
    const url = eventsUrl();
    if (url === null) return null;
    calls += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id: calls, method: 'tools/call', params });
    try {
      const response = await fetch(new URL('/mcp', url), {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
        headers: {
          connection: 'close',
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...signedHeaders(signingSecret, body, signedAt()),
        },
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : null };
    } catch {
      return null;
    }
  };
}
