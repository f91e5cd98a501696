import * as z from 'zod/mini';
import { noPostalCode } from '../domain/legal-entity.ts';
import { Line, OptionalLine } from './text.ts';

const PostalCode = Line(20, {
  error: `Must be 1 to 20 characters: \`${noPostalCode}\` where there are no postal codes`,
}).check(z.overwrite((code) => (/^[\p{Pd}\u2212]$/u.test(code) ? noPostalCode : code)));

/** Postal address as callers send it (spec 2.2; lengths as in the published interface of filings). */
export const AddressInput = z.object({
  line1: Line(200),
  line2: z.optional(z.nullable(OptionalLine(200))),
  city: Line(100),
  state: z.optional(z.nullable(OptionalLine(100))),
  postalCode: PostalCode,
  country: Line(100),
});

/** Postal address in answers (spec 2.2). */
export const Address = z.object({
  line1: z.string(),
  line2: z.optional(z.nullable(z.string())),
  city: z.string(),
  state: z.optional(z.nullable(z.string())),
  postalCode: z.string(),
  country: z.string(),
});
