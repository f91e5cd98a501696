import * as z from 'zod/mini';
import { Address } from '../../kernel/contracts/address.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import type { PublishedField } from '../../kernel/domain/published-field.ts';
import { type EntityStatus, entityStatuses } from '../domain/good-standing.ts';

/** The number of entities per page of the public register. */
export const registerPageSize = 20;

/** The limit on reads of the public register per network. `window` is in milliseconds. */
export const registerLooks = { kind: 'public_register', max: 60, window: 60_000 };

/** The search text, page number and filters. The page reports invalid values. */
export const RegisterQuery = z.object({
  q: z.optional(z.string()),
  page: z.optional(z.string()),
  type: z.optional(z.string()),
  status: z.optional(z.string()),
  formedFrom: z.optional(z.string()),
  formedUntil: z.optional(z.string()),
});
type RegisterQuery = z.output<typeof RegisterQuery>;

/** The most results of a search that are compared with filters: they are read in one round trip. */
export const filteredAtMost = 300;

/** Statuses to filter by: the register has no annulled entities. */
export const registerStatuses = entityStatuses.filter((status) => status !== 'annulled');

/**
 * The filters of search results; an absent filter matches everything. Days are UTC, YYYY-MM-DD, and
 * inclusive.
 */
export interface RegisterFilters {
  readonly type?: string;
  readonly status?: EntityStatus;
  readonly formedFrom?: string;
  readonly formedUntil?: string;
}

/** The published field that each filter reads. */
export const filteredFields = {
  type: 'type',
  status: 'status',
  formedFrom: 'formationDate',
  formedUntil: 'formationDate',
} as const satisfies Record<keyof RegisterFilters, PublishedField>;

/** The filters of a query, without empty ones; null if one is invalid, or is for a field that is not published. */
export function readRegisterFilters(
  query: RegisterQuery,
  fields: readonly PublishedField[],
): RegisterFilters | null {
  const { type, status, formedFrom, formedUntil } = query;
  const given = Object.entries({ type, status, formedFrom, formedUntil }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const isValid = (name: string, value = '') =>
    name === 'type'
      ? value.length <= 100
      : name === 'status'
        ? registerStatuses.some((each) => each === value)
        : z.safeParse(z.iso.date(), value).success;
  const isPublished = (name: string) =>
    fields.includes(filteredFields[name as keyof RegisterFilters]); // the names above
  if (!given.every(([name, value]) => isPublished(name) && isValid(name, value))) return null;
  return Object.fromEntries(given);
}

/** Path of an entity in the public register. Accepts any text. */
export const RegisterPath = z.object({ rpn: z.string() });

/** The JSON of `GET /register`. */
export const RegisterResults = z.object({
  data: z.array(
    z.object({ name: z.string(), extension: z.string(), residentPermitNumber: z.string() }),
  ),
  pagination: z.object({ page: z.int(), pages: z.int() }),
  /** Whether more match than are listed. */
  truncated: z.boolean(),
});
export type RegisterResults = z.input<typeof RegisterResults>;

/** The JSON of `GET /register/{rpn}`: name, number, and the fields that the deployment publishes. */
export const PublishedEntity = z.object({
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.string(),
  type: z.optional(z.string()),
  /** Does not depend on taxes, which are not published. */
  status: z.optional(z.enum(entityStatuses)),
  formationDate: z.optional(z.nullable(OutputInstant)),
  registrationDate: z.optional(z.nullable(OutputInstant)),
  dissolutionDate: z.optional(z.nullable(OutputInstant)),
  formerNames: z.optional(
    z.array(
      z.object({
        name: z.string(),
        extension: z.nullable(z.string()),
        until: z.nullable(OutputInstant),
      }),
    ),
  ),
  principalOfficeAddress: z.optional(z.nullable(Address)),
});
export type PublishedEntity = z.output<typeof PublishedEntity>;
export const PublishedEntityAnswer = z.object({ data: PublishedEntity });

/** Statistics of the register, without names. Entities with an annulled registration are excluded. */
export const RegisterStatistics = z.object({
  /** When they were counted, ISO 8601. */
  at: z.string(),
  /** Entities by type and status at the time of counting. */
  types: z.record(z.string(), z.partialRecord(z.enum(entityStatuses), z.int())),
  /** Entities by month of formation, or of registration if unknown: YYYY-MM. */
  months: z.record(z.string(), z.int()),
});
export type RegisterStatistics = z.output<typeof RegisterStatistics>;
