import type { Json, SharedFile } from '../page-protocol.ts';
import type { Identifiers } from './identifiers.ts';
import { APP, TEAM } from './team.ts';

export interface FileBook {
  /** Makes room for a file of that size, in bytes; gives the URL its bytes are sent to, once. */
  expect(name: string, sizeBytes: number): { readonly file: SharedFile; readonly url: string };
  /** Takes the bytes that were sent to a path. */
  receive(path: string, bytes: Uint8Array): 'ok' | 'unknown_url' | 'wrong_size';
  find(id: string): SharedFile | undefined;
  /** The bytes behind a download path; `undefined` when there is nothing, or nothing any more. */
  read(path: string): { readonly file: SharedFile; readonly bytes: Uint8Array } | undefined;
  /** True once the bytes are there. */
  isComplete(id: string): boolean;
  retitle(id: string, title: string): SharedFile | undefined;
  /** Forgets the bytes; gives what is left to show. */
  remove(id: string): SharedFile | undefined;
}

interface FileBookOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly ids: Identifiers;
  /** The workspace's own address, without a slash at its end. */
  readonly baseUrl: () => string;
}

/** The files that the app uploaded. */
export function fileBook({ now, ids, baseUrl }: FileBookOptions): FileBook {
  const files = new Map<string, SharedFile>();
  const contents = new Map<string, Uint8Array>();
  const expected = new Map<string, string>();

  function change(id: string, fields: Partial<SharedFile>): SharedFile | undefined {
    const file = files.get(id);
    if (file === undefined) return undefined;
    const changed = { ...file, ...fields };
    files.set(id, changed);
    return changed;
  }

  return {
    expect(name, sizeBytes) {
      const id = ids.id('F');
      const path = `/upload/v1/${ids.secret()}`;
      const file = {
        id,
        name,
        title: name,
        author: APP.userId,
        sizeBytes,
        createdS: Math.floor(now() / 1000),
        url: `${baseUrl()}/files-pri/${TEAM.id}-${id}/download/${encodeURIComponent(name)}`,
      };
      files.set(id, file);
      expected.set(path, id);
      return { file, url: `${baseUrl()}${path}` };
    },

    receive(path, bytes) {
      const id = expected.get(path);
      const file = files.get(id ?? '');
      if (id === undefined || file === undefined) return 'unknown_url';
      if (bytes.byteLength !== file.sizeBytes) return 'wrong_size';
      expected.delete(path);
      contents.set(id, bytes);
      return 'ok';
    },

    find: (id) => files.get(id),
    isComplete: (id) => contents.has(id),
    retitle: (id, title) => change(id, { title }),

    read(path) {
      const file = files.values().find(({ url }) => url === `${baseUrl()}${path}`);
      const bytes = contents.get(file?.id ?? '');
      return file === undefined || bytes === undefined ? undefined : { file, bytes };
    },

    remove(id) {
      contents.delete(id);
      return change(id, { url: null });
    },
  };
}

const TYPES: Readonly<Record<string, { readonly mimetype: string; readonly name: string }>> = {
  csv: { mimetype: 'text/csv', name: 'CSV' },
  json: { mimetype: 'application/json', name: 'JSON' },
  pdf: { mimetype: 'application/pdf', name: 'PDF' },
  png: { mimetype: 'image/png', name: 'PNG' },
  txt: { mimetype: 'text/plain', name: 'Plain Text' },
};

/**
 * A file as the Web API gives it; of a deleted one, a tombstone is left.
 *
 * @see https://docs.slack.dev/reference/objects/file-object
 */
export function fileObject(file: SharedFile): Json {
  const { id, name, title, author, sizeBytes, createdS, url } = file;
  if (url === null) return { id, mode: 'tombstone' };
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '').toLowerCase() : '';
  const type = TYPES[ending] ?? { mimetype: 'application/octet-stream', name: 'Binary' };
  return {
    id,
    created: createdS,
    timestamp: createdS,
    name,
    title,
    mimetype: type.mimetype,
    filetype: ending in TYPES ? ending : 'binary',
    pretty_type: type.name,
    user: author,
    user_team: TEAM.id,
    editable: false,
    size: sizeBytes,
    mode: 'hosted',
    is_external: false,
    is_public: false,
    url_private: url,
    url_private_download: url,
    permalink: `https://${TEAM.domain}.slack.com/files/${author}/${id}/${encodeURIComponent(name)}`,
  };
}
