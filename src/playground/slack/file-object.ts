import type { Json, SharedFile } from './protocol.ts';
import { TEAM } from './team.ts';

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
