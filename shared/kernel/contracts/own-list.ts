import * as z from 'zod/mini';
import { Cursor, limit, Pagination, presentPage } from './pagination.ts';
import { Line } from './text.ts';

/** The most entries in a list that is requested without pagination. */
const maxUnpaged = 1_000;

/** The maximum size in bytes of the entries in one response: Lambda rejects responses over 6 MB. */
const mostBytes = 5_000_000;

/** The page size if only a cursor is sent. */
const usualLimit = 50;

/** Query parameters of a list that can grow without limit. */
export const ownListParameters = { limit: z.optional(limit), cursor: z.optional(Cursor) };

export const OwnListQuery = z.object(ownListParameters);
/** The creator's reference for an application or filing. */
export const OwnReference = z.optional(z.nullable(Line(100)));

/** Query parameters of a list of applications or filings that can have the creator's reference. */
export const referencedListParameters = {
  ...ownListParameters,
  reference: z.optional(Line(100)),
};
export const ReferencedListQuery = z.object(referencedListParameters);

type OwnListQuery = z.output<typeof OwnListQuery>;

/**
 * Response fields of an owner's list: `pagination` for a page; without paging `truncated`, if there
 * are more entries.
 */
export function ownListFields<S extends z.core.$ZodType>(row: S) {
  return {
    data: z.array(row),
    pagination: z.optional(Pagination),
    truncated: z.optional(z.literal(true)),
  };
}

/** The part of the response that all such lists share. */
interface OwnList<Shown> {
  data: Shown[];
  pagination?: { limit: number; nextCursor: string | null };
  truncated?: true;
}

interface Listed {
  readonly id: string;
  readonly createdAt: string;
  readonly ownReference?: string | undefined;
}

/**
 * A part of an owner's items, newest first: the requested page, or the newest 1,000. It is shorter
 * if the response would be too large. A cursor is a position in the list, so it stays valid after
 * the item there is deleted.
 */
export async function ownList<T extends Listed, Shown>(
  items: readonly T[],
  { limit: asked, cursor, reference }: OwnListQuery & { readonly reference?: string | undefined },
  show: (chosen: readonly T[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Promise<OwnList<Shown>> {
  const isPaged = asked !== undefined || cursor !== undefined;
  const most = isPaged ? (asked ?? usualLimit) : maxUnpaged;
  const matching = items
    .filter((item) => reference === undefined || item.ownReference === reference)
    .filter((item) => cursor === undefined || placeOf(item) < cursor)
    .toSorted((left, right) => (placeOf(left) > placeOf(right) ? -1 : 1));
  const shown = await show(matching.slice(0, most));
  const data = shown.slice(0, countThatFits(shown));
  const hasMore = data.length < matching.length;
  if (!isPaged) return { data, ...(hasMore && { truncated: true }) };
  const last = matching[data.length - 1];
  const next = hasMore && last !== undefined ? placeOf(last) : null;
  return presentPage({ items: data, next }, most, (each) => each);
}

function placeOf({ createdAt, id }: { readonly createdAt: string; readonly id: string }): string {
  return `${createdAt}#${id}`;
}

/**
 * The number of entries that fit into one response; at least one, so a client always reaches the
 * end.
 */
function countThatFits(shown: readonly unknown[]): number {
  let bytes = 0;
  for (const [place, entry] of shown.entries()) {
    // Lambda returns the body as a JSON string, which escapes its quotes.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    if (bytes > mostBytes) return Math.max(1, place);
  }
  return shown.length;
}
