import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

import type { Identifiers } from '../store/identifiers.ts';
import { APP } from '../store/team.ts';
import { acked, type Bot, type Outcome, refused } from './bot.ts';

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled';

export interface SocketMode extends Bot {
  /** A path with a ticket that is good for one connection. */
  ticket(): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Asks the app to connect anew. */
  disconnect(reason: DisconnectReason): void;
  /** How many connections the app holds. */
  connections(): number;
  stop(): void;
}

const CONNECTIONS_MAX = 10;

const Ack = z.object({
  envelope_id: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Socket Mode: each payload goes to any one of the app's connections.
 *
 * @param ackWithinMs how long the app has to acknowledge
 * @see https://docs.slack.dev/apis/events-api/using-socket-mode
 */
export function socketMode(ids: Identifiers, ackWithinMs: number): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const waiting = new Map<string, (outcome: Outcome) => void>();
  let turn = 0;

  function open(): WebSocket[] {
    return Array.from(server.clients).filter(({ readyState }) => readyState === WebSocket.OPEN);
  }

  function take(data: string): void {
    const { data: ack } = Ack.safeParse(JSON.parse(data));
    if (ack === undefined) return;
    const isEmpty = Object.keys(ack.payload ?? {}).length === 0;
    waiting.get(ack.envelope_id)?.(acked(isEmpty ? null : (ack.payload ?? null)));
  }

  function welcome(socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: Buffer) => {
      try {
        take(data.toString());
      } catch {
        socket.close(1007);
      }
    });
    const debug = {
      host: 'applink-playground',
      build_number: 1,
      approximate_connection_time: 18_060,
    };
    const info = { app_id: APP.id };
    const count = open().length;
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: count,
        debug_info: debug,
        connection_info: info,
      }),
    );
  }

  return {
    connections: () => open().length,

    ticket() {
      const ticket = ids.secret();
      tickets.add(ticket);
      return `/link/?ticket=${ticket}&app_id=${APP.id}`;
    },

    upgrade(request, socket, head) {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'ws://localhost');
      const isKnown = pathname === '/link/' && tickets.delete(searchParams.get('ticket') ?? '');
      if (!isKnown || open().length >= CONNECTIONS_MAX) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
        return;
      }
      server.handleUpgrade(request, socket, head, welcome);
    },

    async send(envelope) {
      const sockets = open();
      turn += 1;
      const socket = sockets[turn % sockets.length];
      if (socket === undefined) return refused('dispatch_failed');
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      const id = crypto.randomUUID();
      waiting.set(id, resolve);
      const giveUp = () => resolve(refused('operation_timeout'));
      const timer = setTimeout(giveUp, ackWithinMs);
      socket.once('close', giveUp);
      const isEvent = envelope.kind === 'events_api';
      const retry = isEvent
        ? { retry_attempt: envelope.retry?.number ?? 0, retry_reason: envelope.retry?.reason ?? '' }
        : {};
      const { kind: type, payload } = envelope;
      const frame = {
        envelope_id: id,
        type,
        payload,
        accepts_response_payload: !isEvent,
        ...retry,
      };
      socket.send(JSON.stringify(frame));
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        socket.off('close', giveUp);
        waiting.delete(id);
      }
    },

    disconnect(reason) {
      for (const socket of open()) socket.send(JSON.stringify({ type: 'disconnect', reason }));
    },

    stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}
