import nock from 'nock';
import { afterAll, afterEach, beforeAll } from 'vitest';

/**
 * No test of this file may reach the network, and every reply that a test prepares must be asked
 * for. A request that no reply fits is answered 501: it must not pass for the service's answer.
 */
export function forbidNetwork(): void {
  const strays: string[] = [];
  const onStray = ({ method, url }: Request) => {
    // Clients of files before this one still look for servers of theirs, which are gone.
    if (new URL(url).hostname === '127.0.0.1') return;
    strays.push(`${method} ${url.split('?')[0] ?? ''}`);
  };

  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
    nock.emitter.on('no match', onStray);
  });

  afterEach(() => {
    const unused = nock.pendingMocks();
    const unexpected = strays.splice(0);
    nock.cleanAll();
    if (unused.length > 0) throw new Error(`Replies never asked for:\n${unused.join('\n')}`);
    if (unexpected.length > 0) {
      throw new Error(`Requests nobody expected:\n${unexpected.join('\n')}`);
    }
  });

  // The next file in this process may talk to servers of its own.
  afterAll(() => {
    nock.emitter.off('no match', onStray);
    nock.enableNetConnect();
    nock.restore();
  });
}
