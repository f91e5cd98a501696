import * as z from 'zod/mini';
import { Cursor, limit, Pagination, presentPage } from './pagination.ts';
import { Line } from './text.ts';

/** How many a list answers that is asked for as a whole. */
const maxUnpaged = 1_000;

/** Bytes of entries in one answer, as a function hands it over: Lambda refuses answers over 6 MB. */
const mostBytes = 5_000_000;

/** How many a page has where only a cursor is sent. */
const usualLimit = 50;

/** Query of a list that grows with its owner's business. */
export const ownListParameters = { limit: z.optional(limit), cursor: z.optional(Cursor) };

export const OwnListQuery = z.object(ownListParameters);
/** What its creator calls an application or a filing. */
export const OwnReference = z.optional(z.nullable(Line(100)));

/** The same of a list of applications or filings, whose creators may have a reference for them. */
export const referencedListParameters = {
  ...ownListParameters,
  reference: z.optional(Line(100)),
};
export const ReferencedListQuery = z.object(referencedListParameters);

type OwnListQuery = z.output<typeof OwnListQuery>;

/** Fields of the answer: `pagination` where a page was asked for, else `truncated` where there are more. */
export function ownListFields<S extends z.core.$ZodType>(row: S) {
  return {
    data: z.array(row),
    pagination: z.optional(Pagination),
    truncated: z.optional(z.literal(true)),
  };
}

/** The answer without what else the list says. */
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
 * A part of an owner's things, newest first: the page that is asked for, or the newest 1,000. It ends earlier where it would be
 * too large an answer. A cursor is a place in the list, so it stays valid after the thing behind it is deleted.
 */
export async function ownList<T extends Listed, Shown>(
  things: readonly T[],
  { limit: asked, cursor, reference }: OwnListQuery & { readonly reference?: string | undefined },
  show: (chosen: readonly T[]) => readonly Shown[] | Promise<readonly Shown[]>,
): Promise<OwnList<Shown>> {
  const isPaged = asked !== undefined || cursor !== undefined;
  const most = isPaged ? (asked ?? usualLimit) : maxUnpaged;
  const wanted = things
    .filter((thing) => reference === undefined || thing.ownReference === reference)
    .filter((thing) => cursor === undefined || placeOf(thing) < cursor)
    .toSorted((left, right) => (placeOf(left) > placeOf(right) ? -1 : 1));
  const shown = await show(wanted.slice(0, most));
  const data = shown.slice(0, countThatFits(shown));
  const hasMore = data.length < wanted.length;
  if (!isPaged) return { data, ...(hasMore && { truncated: true }) };
  const last = wanted[data.length - 1];
  const next = hasMore && last !== undefined ? placeOf(last) : null;
  return presentPage({ items: data, next }, most, (each) => each);
}

function placeOf({ createdAt, id }: { readonly createdAt: string; readonly id: string }): string {
  return `${createdAt}#${id}`;
}

/** How many of the entries one answer holds; at least one, so that a reader gets to the end. */
function countThatFits(shown: readonly unknown[]): number {
  let bytes = 0;
  for (const [place, entry] of shown.entries()) {
    // The body is text within JSON there: its quotes are escaped.
    bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(entry)));
    if (bytes > mostBytes) return Math.max(1, place);
  }
  return shown.length;
}
