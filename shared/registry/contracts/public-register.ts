import * as z from 'zod/mini';
import { Address } from '../../kernel/contracts/address.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { entityStatuses } from '../domain/good-standing.ts';

/** The number of entities per page of the public register. */
export const registerPageSize = 20;

/** The limit on reads of the public register per network. `window` is in milliseconds. */
export const registerLooks = { kind: 'public_register', max: 60, window: 60_000 };

/** The search text and page number. The page reports invalid values. */
export const RegisterQuery = z.object({
  q: z.optional(z.string()),
  page: z.optional(z.string()),
});

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
