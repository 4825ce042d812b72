import type { Change } from './page-protocol.ts';
import type { Store } from './store/store.ts';

export interface Streams {
  /** A response with the whole state, and then every change. */
  open(store: Store): Response;
  /** Ends all of them. */
  stop(): void;
}

/**
 * Server-sent events for the page.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function changeStreams(): Streams {
  const ends = new Set<() => void>();

  return {
    open(store) {
      const encoder = new TextEncoder();
      let end: (() => void) | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const push = (change: Change) =>
            controller.enqueue(encoder.encode(`data: ${JSON.stringify(change)}\n\n`));
          push({ kind: 'state', state: store.state() });
          const unsubscribe = store.feed.subscribe(push);
          const stop = (): void => {
            if (!ends.delete(stop)) return;
            unsubscribe();
            controller.close();
          };
          ends.add(stop);
          end = stop;
        },
        cancel: () => end?.(),
      });
      const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
      return new Response(body, { headers });
    },

    stop() {
      for (const end of ends) end();
    },
  };
}
