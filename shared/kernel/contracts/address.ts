import * as z from 'zod/mini';
import { Line, OptionalLine } from './text.ts';

/** Postal address as callers send it (spec 2.2; lengths as in the published interface of filings). */
export const AddressInput = z.object({
  line1: Line(200),
  line2: z.optional(z.nullable(OptionalLine(200))),
  city: Line(100),
  state: z.optional(z.nullable(OptionalLine(100))),
  postalCode: Line(20),
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
