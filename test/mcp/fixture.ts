import { z } from 'zod';

import { signedHeaders } from '../../src/playground/slack-workspace/bot/http.ts';
import { PEOPLE } from '../../src/playground/slack-workspace/store/people.ts';
import { TEAM } from '../../src/playground/slack-workspace/store/team.ts';
import { SIGNING_SECRET } from '../support/text-cipher.ts';

/** Who asks, as Slackbot says it. */
export const HANNAH = { user_id: PEOPLE.hannah, team_id: TEAM.id, enterprise_id: null };

const Answered = z.object({
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

/** What came back for a message. */
interface Reply extends z.output<typeof Answered> {
  readonly status: number;
  readonly text: string;
}

const ToolResult = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
  ['_meta']: z
    .object({ slack: z.object({ blocks: z.array(z.record(z.string(), z.unknown())) }) })
    .optional(),
});

/** The result of a tool: what a model reads, and what Slack draws. */
export interface ToolResult {
  readonly isError: boolean;
  /** All that a model reads, as one text. */
  readonly read: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** The blocks, as JSON. */
  readonly drawn: string;
  readonly blocks: readonly Readonly<Record<string, unknown>>[];
}

let sent = 0;

/** Sends a body to `/mcp`, signed as Slack does; each with another signature. */
export async function send(
  url: URL,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  signedAt = Date.now() - (sent++ % 200) * 1_000,
): Promise<Reply> {
  const response = await fetch(new URL('/mcp', url), {
    method: 'POST',
    body,
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...signedHeaders(SIGNING_SECRET, body, signedAt),
      ...headers,
    },
  });
  const text = await response.text();
  const read = text.startsWith('{') ? Answered.parse(JSON.parse(text)) : {};
  return { ...read, status: response.status, text };
}

/** A JSON-RPC request. */
export function jsonRpc(method: string, params: object = {}, id: unknown = (sent += 1)): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Calls a tool for a person. */
export async function callTool(
  url: URL,
  name: string,
  args: object = {},
  slack: object | null = HANNAH,
): Promise<ToolResult> {
  const meta = slack === null ? {} : { _meta: { slack } };
  const reply = await send(url, jsonRpc('tools/call', { name, arguments: args, ...meta }));
  if (reply.result === undefined) throw new Error(`${reply.status} ${reply.text}`);
  const { content, structuredContent = {}, isError, _meta } = ToolResult.parse(reply.result);
  const blocks = _meta?.slack.blocks ?? [];
  return {
    isError,
    read: [...content.map(({ text }) => text), JSON.stringify(structuredContent)].join('\n'),
    data: structuredContent,
    drawn: JSON.stringify(blocks),
    blocks,
  };
}
