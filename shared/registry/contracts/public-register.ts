import * as z from 'zod/mini';
import { Address } from '../../kernel/contracts/address.ts';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import { entityStatuses } from '../domain/good-standing.ts';

/** How many entities a page of the public register lists. */
export const registerPageSize = 20;

/** How often one network can look into the register. */
export const registerLooks = { kind: 'public_register', max: 60, window: 60_000 };

/** The search text and page number. The page reports invalid values. */
export const RegisterQuery = z.object({
  q: z.optional(z.string()),
  page: z.optional(z.string()),
});

/** Path of an entity of the public register: any text. */
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

/** The JSON of `GET /register/{rpn}`: name and number, and the fields that the deployment publishes. */
export const PublishedEntity = z.object({
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.string(),
  type: z.optional(z.string()),
  /** Says nothing about taxes, which are not published. */
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

/** The register in numbers, which name no entity and no person. Entities whose registration was annulled are left out. */
export const RegisterStatistics = z.object({
  /** When they were counted, ISO 8601. */
  at: z.string(),
  /** Entities by type, and by their status at that time. */
  types: z.record(z.string(), z.partialRecord(z.enum(entityStatuses), z.int())),
  /** Entities by the month in which they were formed, or registered if that is not known: YYYY-MM. */
  months: z.record(z.string(), z.int()),
});
export type RegisterStatistics = z.output<typeof RegisterStatistics>;
