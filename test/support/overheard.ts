import { onTestFinished, vi } from 'vitest';

interface Overheard {
  readonly refused: readonly string[];
  readonly heard: readonly string[];
}

/** What the bot and its workspace say to each other while a test runs. */
export function overheard(workspace: URL, eventsUrl: () => URL | null): Overheard {
  const refused: string[] = [];
  const heard: string[] = [];
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.href === eventsUrl()?.href && typeof init?.body === 'string') heard.push(init.body);
    const response = await real(input, init);
    if (url.origin === workspace.origin) {
      const code = codeIn(await response.clone().text(), response.status);
      const [, way = ''] = url.pathname.split('/');
      const place = way === 'api' ? (url.pathname.split('/')[2] ?? '') : way;
      if (code !== null) refused.push(`${place} ${code}`);
    }
    return response;
  });
  onTestFinished(() => spy.mockRestore());
  return { refused, heard };
}

function codeIn(said: string, status: number): string | null {
  const named = /"error":"(\w+)"/.exec(said)?.[1];
  if (named !== undefined) return named;
  return status >= 400 ? said : null;
}
