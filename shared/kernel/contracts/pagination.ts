import * as z from 'zod/mini';
import { rule } from './rule.ts';
import { CalendarDate } from './text.ts';

const printable = /^[\x21-\x7e]{1,200}$/;

/** A sort key of the table in the form that callers get; any other text is a violation. */
export const Cursor = z.pipe(
  z.string().check(
    z.maxLength(400),
    rule(
      { pattern: '^[A-Za-z0-9_-]+$' },
      z.refine((cursor) => printable.test(decoded(cursor)), {
        error: 'Must be a cursor of this list',
      }),
    ),
  ),
  z.transform(decoded),
);

function decoded(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('latin1');
}

const limitRange = { error: 'Must be a whole number of 1 to 100' };

/** How many a page has: 1 to 100. */
export const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, limitRange)),
  z.pipe(z.transform(Number), z.int().check(z.gte(1, limitRange), z.lte(100, limitRange))),
);

/** The same, `usual` unless asked otherwise. */
export function pageLimit(usual: number) {
  return z._default(limit, usual);
}

/** Query parameters of lists: newest first, 1 to 100 a page, 50 unless asked otherwise. */
export const pageParameters = {
  limit: pageLimit(50),
  cursor: z.optional(Cursor),
};

export const PageQuery = z.object(pageParameters);

/** On which days (UTC, both included) what is listed was created. */
export const dayParameters = {
  createdFrom: z.optional(CalendarDate),
  createdUntil: z.optional(CalendarDate),
};

/** The days of a query. */
export interface CreatedDays {
  readonly createdFrom?: string | undefined;
  readonly createdUntil?: string | undefined;
}

/** Which page of a list an answer has, and how the next one is asked for. */
export const Pagination = z.object({ limit: z.int(), nextCursor: z.nullable(z.string()) });

/** Answer of a paged list. */
export function PageOf<S extends z.core.$ZodType>(row: S) {
  return z.object({ data: z.array(row), pagination: Pagination });
}

/** The page as it is answered; `next` is the sort key that the next page starts behind. */
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
      nextCursor: next === null ? null : Buffer.from(next, 'latin1').toString('base64url'),
    },
  };
}

/** Which page of a list is asked for: how many at most, and after what; without a cursor the first. */
export interface CursorPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}
