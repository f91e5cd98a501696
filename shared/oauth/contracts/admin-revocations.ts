import * as z from 'zod/mini';
import { Pagination } from '../../kernel/contracts/pagination.ts';
import { distinct, rule } from '../../kernel/contracts/rule.ts';
import { FreeLine, Id, Instant, OutputInstant } from '../../kernel/contracts/text.ts';
import { agentScopes, partnerScopes } from '../../kernel/domain/scopes.ts';
import { isClientId } from '../domain/client-metadata.ts';

/** The credentials that can be revoked in bulk. */
const revocable = ['keys', 'tokens'] as const;

const kinds = ['standard', 'agent', 'partner'] as const;

/** The scopes that an API key can have. */
const keyScopes = [...agentScopes, ...partnerScopes] as const;

/** Body of `POST /admin/v1/revocations`. */
export const RevokeMany = z.object({
  of: z.enum(revocable),
  kinds: z.optional(distinct(z.enum(kinds)).check(z.minLength(1))),
  scope: z.optional(z.enum(keyScopes)),
  integrationId: z.optional(Id),
  clientId: z.optional(
    z.string().check(rule({ pattern: '^[a-z0-9._-]{3,64}$' }, z.refine(isClientId))),
  ),
  issuedBefore: z.optional(Instant),
  carryOut: z._default(z.boolean(), false),
  reason: z.optional(FreeLine(500)),
});
export type RevokeMany = z.output<typeof RevokeMany>;

const Count = z.int().check(z.gte(0));

export const Revocation = z.object({
  of: z.enum(revocable),
  carryOut: z.boolean(),
  issuedBefore: OutputInstant,
  scanned: Count,
  found: Count,
  revoked: Count,
  newer: Count,
  failed: Count,
  repeatRequired: z.boolean(),
});

export const RevocationAnswer = z.object({
  data: Revocation,
  pagination: Pagination,
});
