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

/** A whole body, as bytes until somebody wants its text. */
export interface HeldBody {
  /** The UTF-8 text, once: a body that was given is held no longer. */
  text(): string;
}

/**
 * The text of a whole answer at once.
 *
 * @throws {CutBodyError} when the connection ends early or the compression is broken
 * @throws {LargeBodyError} see `holdBody`
 */
export async function readBody({ body }: Response, bytesMax: number): Promise<string> {
  if (body === null) return '';
  try {
    return (await holdBody(body, bytesMax)).text();
  } catch (error) {
    throw error instanceof TypeError ? new CutBodyError() : error;
  }
}

/**
 * Reads a whole body. Bytes are counted after unpacking, so a small compressed body cannot grow
 * without bound.
 *
 * @throws {LargeBodyError} beyond `bytesMax`; the rest is not read
 */
export async function holdBody(
  body: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<HeldBody> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new LargeBodyError(`more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return held(chunks, bytes);
}

/** Most pages fit. Rooms are used again, where a new one for each page would only be garbage. */
const ROOM_BYTES = 512 * 1024;
const ROOMS_MAX = 8;
const rooms: Uint8Array[] = [];

/** A text takes up to twice the bytes, and one that waits long is not let go of soon: not yet made. */
function held(chunks: readonly Uint8Array[], bytes: number): HeldBody {
  let room: Uint8Array | null =
    bytes > ROOM_BYTES ? new Uint8Array(bytes) : (rooms.pop() ?? new Uint8Array(ROOM_BYTES));
  let end = 0;
  for (const chunk of chunks) {
    room.set(chunk, end);
    end += chunk.byteLength;
  }
  return {
    text() {
      if (room === null) return '';
      const text = new TextDecoder().decode(room.subarray(0, bytes));
      if (room.length === ROOM_BYTES && rooms.length < ROOMS_MAX) rooms.push(room);
      room = null;
      return text;
    },
  };
}
