import type { SharedFile } from '../../slack-workspace/page-protocol.ts';
import { FileIcon } from '../ui/icons.tsx';
import { useClientWords, useWorkspaceContext } from '../workspace-context.ts';

/** The files that hang on a message: a press saves one. */
export function SharedFiles({ files }: { readonly files: readonly SharedFile[] }) {
  return files.map((file) => <FileCard key={file.id} file={file} />);
}

function FileCard({ file }: { readonly file: SharedFile }) {
  const { clock } = useWorkspaceContext();
  const words = useClientWords();
  const { name, title, sizeBytes, url } = file;
  if (url === null) return <p className="quiet-note">{words.fileDeleted}</p>;
  const size = sizeInWords(sizeBytes, clock.locale);
  return (
    <a className="file-card" href={new URL(url).pathname} download={name}>
      <FileIcon />
      <span className="file-words">
        <strong>{title === '' ? name : title}</strong>
        <span>{title === '' || title === name ? size : `${size} · ${name}`}</span>
      </span>
    </a>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** A size as the reader's language writes it: `1.4 kB`. */
function sizeInWords(bytes: number, locale: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** power);
}
