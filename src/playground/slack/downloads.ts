import type { FileBook } from './files.ts';

/** Takes the bytes of a file, bare or as a form, as Slack's upload URLs do. */
export async function takeUpload(files: FileBook, request: Request): Promise<Response> {
  const bytes = await bytesIn(request);
  const outcome = files.receive(new URL(request.url).pathname, bytes);
  switch (outcome) {
    case 'ok':
      return new Response(`OK - ${bytes.byteLength}`);
    case 'unknown_url':
      return new Response('This URL takes no file, or has taken one.', { status: 404 });
    case 'wrong_size':
      return new Response('That is not the length that was announced.', { status: 400 });
  }
}

/** Hands out a file to be saved, never to be shown: what is in it may be anything. */
export function giveDownload(files: FileBook, path: string): Response {
  const found = files.read(path);
  if (found === undefined) return new Response('There is no such file.', { status: 404 });
  const name = encodeURIComponent(found.file.name).replaceAll("'", '%27');
  return new Response(Buffer.from(found.bytes), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

async function bytesIn(request: Request): Promise<Uint8Array> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return new Uint8Array(await request.arrayBuffer());
  const parts = [...(await request.formData()).values()];
  const file = parts.find((part) => part instanceof Blob);
  return new Uint8Array((await file?.arrayBuffer()) ?? []);
}
