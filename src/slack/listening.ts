import type { Server } from 'node:http';

/** @throws {Error} when the port is taken */
export async function listening(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string | null },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(host === null ? { port } : { port, host }, resolve);
  await promise;
}

/** Where a server listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
