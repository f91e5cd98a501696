import * as z from 'zod/mini';
import { rule } from './rule.ts';
import { CalendarDate } from './text.ts';

const printable = /^[\x21-\x7e]{1,200}$/;

/** A cursor for callers, which is a sort key of the table; any other text is an error. */
export const Cursor = z.pipe(
  z.string().check(
    z.maxLength(400),
    rule(
      { pattern: '^[A-Za-z0-9_-]+$' },
      z.refine((cursor) => printable.test(decoded(cursor)), {
        error: 'Must be a cursor from this list',
      }),
    ),
  ),
  z.transform(decoded),
);

function decoded(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}

/** The cursor of a sort key: the opposite of reading one. */
export function cursorOf(sortKey: string): string {
  return Buffer.from(sortKey, 'latin1').toString('base64url');
}

const limitRange = { error: 'Must be a whole number of 1 to 100' };

/** The page size: 1 to 100. */
export const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, limitRange)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1, limitRange), z.lte(100, limitRange))),
);

/** The same, with `usual` as the default. */
export function pageLimit(usual: number) {
  return z._default(limit, usual);
}

/** Query parameters of lists, newest first: page size 1 to 100, by default 50. */
export const pageParameters = {
  limit: pageLimit(50),
  cursor: z.optional(Cursor),
};

export const PageQuery = z.object(pageParameters);

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Query parameters of a list on a page that a column sorts; without `sort` it has its usual order. */
export function sortParameters<const C extends string>(...columns: readonly [C, ...C[]]) {
  return { sort: z.optional(z.enum(columns)), order: z.optional(z.enum(sortOrders)) };
}

/** The days on which the listed items were created (UTC, both inclusive). */
export const dayParameters = {
  createdFrom: z.optional(CalendarDate),
  createdUntil: z.optional(CalendarDate),
};

/** The days from the query. */
export interface CreatedDays {
  readonly createdFrom?: string | undefined;
  readonly createdUntil?: string | undefined;
}

/** The page size and the cursor of the next page. */
export const Pagination = z.object({ limit: z.int(), nextCursor: z.nullable(z.string()) });

/** The response of a paged list. */
export function PageOf<S extends z.core.$ZodType>(row: S) {
  return z.object({ data: z.array(row), pagination: Pagination });
}

/** The page as a response; `next` is the sort key after which the next page starts. */
export function presentPage<T, Shown>(
  page: { readonly items: readonly T[]; readonly next: string | null },
  limit: number,
  show: (item: T) => Shown,
): { data: Shown[]; pagination: { limit: number; nextCursor: string | null } } {
  const { items, next } = page;
  return {
    data: items.map(show),
    pagination: {
      limit,
      nextCursor: next === null ? null : cursorOf(next),
    },
  };
}

/**
 * The requested page of a list: its size, and the cursor to start after; without a cursor it is the
 * first page.
 */
export interface CursorPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
