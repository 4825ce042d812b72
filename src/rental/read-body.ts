/** The connection ended before the body did. Named and worded as ky knows it: worth a retry. */
export class CutBodyError extends TypeError {
  constructor() {
    super('terminated');
  }
}

/** The body is larger than anybody expects one to be. */
export class LargeBodyError extends Error {
  override readonly name = 'LargeBodyError';
}

/**
 * Reads a whole body as UTF-8 text. Bytes are counted after unpacking, so a small compressed body
 * cannot grow without bound.
 *
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} beyond `bytesMax`; the rest is not read
 */
export async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return textOf(chunks, bytes);
      bytes += value.byteLength;
      if (bytes > bytesMax) break;
      chunks.push(value);
    }
  } catch (error) {
    throw error instanceof TypeError ? new CutBodyError() : error;
  }
  await leave(reader);
  throw new LargeBodyError(`more than ${bytesMax} bytes`);
}

/** Most pages fit; one buffer for all of them, where a new one for each is only garbage. */
const ROOM_BYTES = 1024 * 1024;
let room: Uint8Array | null = null;

function textOf(chunks: readonly Uint8Array[], bytes: number): string {
  if (bytes > ROOM_BYTES) return new TextDecoder().decode(Buffer.concat(chunks, bytes));
  room ??= new Uint8Array(ROOM_BYTES);
  let end = 0;
  for (const chunk of chunks) {
    room.set(chunk, end);
    end += chunk.byteLength;
  }
  return new TextDecoder().decode(room.subarray(0, end));
}

/** Lets go of an answer whose body nobody wants, so that its connection is not held. */
export async function leaveBody({ body }: Response): Promise<void> {
  if (body !== null) await leave(body);
}

async function leave(stream: { cancel(): Promise<void> }): Promise<void> {
  try {
    await stream.cancel();
  } catch {
    // It had broken off already: as good as left.
  }
}
