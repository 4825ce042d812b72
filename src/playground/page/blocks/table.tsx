import { useMemo } from 'react';

import type { Cell, Table } from '../block-kit/block.ts';
import type { RichTextPart } from '../block-kit/rich-text.ts';
import { LibraryBlock } from './library-block.tsx';

/**
 * A table that scrolls inside itself when it is wide.
 *
 * Every cell is handed on as `rich_text`, so that what a cell says is never read as markup.
 */
export function TableView({ table }: { readonly table: Table }) {
  const { rows, caption, column_settings } = table;
  const drawn = useMemo(
    () => ({ type: 'table', column_settings, rows: rows.map((row) => row.map(richCell)) }),
    [rows, column_settings],
  );
  return (
    <figure className="table" tabIndex={0} aria-label={caption ?? 'Table'}>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
      <LibraryBlock block={drawn} />
    </figure>
  );
}

function richCell({ elements, text }: Cell): RichTextPart {
  const plain = [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }];
  return { type: 'rich_text', elements: elements ?? plain };
}
