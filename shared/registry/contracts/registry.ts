import * as z from 'zod/mini';
import { SoughtName } from '../../kernel/contracts/legal-ending.ts';
import { rule } from '../../kernel/contracts/rule.ts';
import { Id, isClean, seen } from '../../kernel/contracts/text.ts';
import { knownOptions } from '../../kernel/domain/legal-entity.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import { SIMILAR_LIMIT, type SimilarName, similarityReasons } from '../domain/similar-names.ts';

const ResidentPermitNumber = z.string().check(z.regex(/^[89][0-9]{13}$/));

/**
 * Body of `POST /api/v1/verify_rpn` (spec 4.13).
 *
 * Error: 400 "Missing `rpn` parameter" if it is absent, not a string, or not 14 digits that start with 8 or 9.
 */
export const VerifyRpn = z.object({
  rpn: z
    .string()
    .check(
      rule(
        { pattern: '^[89][0-9]{13}$' },
        z.refine(isResidentPermitNumber, { error: 'Must be 14 digits that start with 8 or 9' }),
      ),
    ),
});

/** Answer of `POST /api/v1/verify_rpn`: the holder of the number, and whether the residency is current. */
export const VerifyRpnResult = z.object({
  result: z.enum(['found_legal_entity', 'found_natural_person', 'not_found']),
  active: z.boolean(),
});

/**
 * Body of `POST /api/v1/registries/legal_entities/search` (spec 4.9).
 *
 * Errors: 400 "Missing `query` parameter" if it is absent, blank or not a string; 400 `Invalid request body` over 100
 * characters (code points, as sent).
 */
export const SearchRegistry = z.object({
  query: z.string().check(
    seen,
    rule(
      { minLength: 1 },
      z.refine((query) => query.trim() !== '', { error: 'Must not be blank' }),
    ),
    rule(
      { maxLength: 100 },
      z.refine((query) => [...query].length <= 100, {
        error: 'Must have at most 100 characters',
        params: { isThere: true },
      }),
    ),
    isClean({}, 'filled'),
  ),
});

/** A search result (spec 2.4). */
export const RegistryEntry = z.object({
  id: Id,
  name: z.string(),
  extension: z.string(),
  residentPermitNumber: z.nullable(ResidentPermitNumber),
});

/** Results in order of relevance. `truncated` is present, and true, if more than 1000 entities match. */
export const SearchResults = z.object({
  results: z.array(RegistryEntry),
  truncated: z.optional(z.literal(true)),
});

/** Body of `POST /api/v1/registries/legal_entities/name_availability` (spec 4.10). */
export const NameAvailabilityQuery = z.object({
  name: SoughtName,
  optionId: z.enum(knownOptions),
});

/** A similar name of someone else. The id is an entity's. An addition to the contract. */
const SimilarToName = z.object({
  id: z.nullable(Id),
  name: z.string(),
  extension: z.nullable(z.string()),
  status: z.enum(['registered', 'reserved']),
  reasons: z.array(z.enum(similarityReasons)),
});

/** Whether an entity could be registered under the name now. Reserves nothing. */
export const NameAvailability = z.object({
  data: z.object({
    name: z.string(),
    optionId: z.string(),
    available: z.boolean(),
    reserved: z.boolean(),
    /** An addition to the contract. */
    similar: z.array(SimilarToName).check(z.maxLength(SIMILAR_LIMIT)),
  }),
});

/** A similar name as callers with any key see it. Excludes names of pending applications. */
export function presentSimilarName({
  id,
  name,
  extension,
  status,
  reasons,
}: SimilarName): readonly z.output<typeof SimilarToName>[] {
  if (status === 'pending') return [];
  const isEntity = status === 'registered';
  return [{ id: isEntity ? id : null, name, extension, status, reasons: [...reasons] }];
}
