import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { IncomingMessage, ServerResponse } from 'node:http';

import { onTestFinished, vi } from 'vitest';

interface Overheard {
  readonly refused: readonly string[];
  readonly heard: readonly string[];
}

const ANSWERING = 'http.server.request.start';

/** What the bot and its workspace say to each other while a test runs. */
export function overheard(workspace: URL, eventsUrl: () => URL | null): Overheard {
  const refused: string[] = [];
  const heard: string[] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.href === eventsUrl()?.href && typeof init?.body === 'string') heard.push(init.body);
    return real(input, init);
  });

  function listenTo(asked: unknown): void {
    const { request, response } = exchangeIn(asked);
    if (request === null || response === null || request.headers.host !== workspace.host) return;
    const [, way = '', method = ''] = (request.url ?? '').split(/[/?]/);
    const place = way === 'api' ? method : way;
    const end = response.end.bind(response);
    Object.assign(response, {
      end(...said: Parameters<typeof end>) {
        const code = codeIn(textOf(said[0]), response.statusCode);
        if (code !== null) refused.push(`${place} ${code}`);
        return end(...said);
      },
    });
  }

  subscribe(ANSWERING, listenTo);
  onTestFinished(() => {
    spy.mockRestore();
    unsubscribe(ANSWERING, listenTo);
  });
  return { refused, heard };
}

function exchangeIn(asked: unknown) {
  const { request, response } = Object(asked);
  return {
    request: request instanceof IncomingMessage ? request : null,
    response: response instanceof ServerResponse ? response : null,
  };
}

function textOf(said: unknown): string {
  return typeof said === 'string' || said instanceof Uint8Array ? Buffer.from(said).toString() : '';
}

function codeIn(said: string, status: number): string | null {
  const named = /"error":"(\w+)"/.exec(said)?.[1];
  if (named !== undefined) return named;
  return status >= 400 ? said : null;
}
