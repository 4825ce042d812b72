import type { Entry } from '../../../src/portfolio/entry.ts';
import type { Sort } from '../../../src/portfolio/query/query.ts';

const READ: Readonly<Record<Sort, (entry: Entry) => number | null>> = {
  oldest: ({ createdMs }) => createdMs,
  waiting: ({ createdMs }) => createdMs,
  newest: ({ createdMs }) => (createdMs === null ? null : -createdMs),
  updated: ({ updatedMs }) => (updatedMs === null ? null : -updatedMs),
  score: ({ score }) => (score === null ? null : -score),
  'lowest-score': ({ score }) => score,
  'least-complete': ({ completion }) => completion,
  'highest-rent': ({ property: { rent } }) => (rent === null ? null : -rent),
  'lowest-rent': ({ property: { rent } }) => rent,
  completion: ({ completion }) => (completion === null ? null : -completion),
};

/** The plain comparison of two entries: missing values last, equal ones by id. */
export function comparatorOf(sort: Sort): (one: Entry, other: Entry) => number {
  const keysOf = (entry: Entry) => [
    sort === 'waiting' ? -['PENDING', 'READY'].indexOf(entry.decision) : 0,
    READ[sort](entry) ?? Infinity,
    entry.id,
  ];
  return (one, other) => {
    const others = keysOf(other);
    for (const [at, key] of keysOf(one).entries()) {
      const against = others[at] ?? '';
      if (key !== against) return key < against ? -1 : 1;
    }
    return 0;
  };
}
