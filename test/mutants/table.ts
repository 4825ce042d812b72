import { ROOMS } from './rooms.ts';
import type { Mutant } from './sample.ts';
import { COMPILER, type Verdict } from './trial.ts';

/**
 * By room: how many faults were planted, how many were noticed, and how many of these by the
 * compiler alone. Then those that were not.
 */
export function tableOf(
  mutants: readonly Mutant[],
  verdicts: ReadonlyMap<number, Verdict>,
  alike: ReadonlySet<number>,
): string {
  const tried = mutants.filter(({ id }) => verdicts.has(id));
  const counted = tried.filter(({ id }) => verdicts.get(id)?.isNoticed || !alike.has(id));
  const isNoticed = ({ id }: Mutant) => verdicts.get(id)?.isNoticed === true;
  const rows = [...Object.keys(ROOMS), 'all'].map((room) => {
    const here = counted.filter((mutant) => room === 'all' || mutant.room === room);
    const noticed = here.filter(isNoticed).length;
    const compiled = here.filter(({ id }) => verdicts.get(id)?.by === COMPILER).length;
    const share = here.length === 0 ? '' : `${Math.round((100 * noticed) / here.length)} %`;
    return [room, String(here.length), String(noticed), share, String(compiled)];
  });
  const survivors = tried.filter((mutant) => !isNoticed(mutant));
  return [
    ...alignedRows([['room', 'faults', 'noticed', '', COMPILER], ...rows]),
    '',
    `not noticed: ${survivors.length}`,
    ...survivors.map(
      (mutant) =>
        `${lineOf(mutant)} · ${verdicts.get(mutant.id)?.by}${alike.has(mutant.id) ? ' · changes nothing' : ''}`,
    ),
  ].join('\n');
}

/** The number, the place and the change of a mutant. */
export function lineOf({ id, file, line, kind, was, by }: Mutant): string {
  return `${id} ${file}:${line} ${kind}: ${short(was)} → ${short(by)}`;
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  if (line === '') return 'nothing';
  return line.length > 70 ? `${line.slice(0, 70)}…` : line;
}

function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2),
      )
      .join(''),
  );
}
