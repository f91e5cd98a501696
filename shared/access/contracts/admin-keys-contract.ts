import * as z from 'zod/mini';
import { PageOf } from '../../kernel/contracts/pagination.ts';
import { CalendarDate, Id, Instant, Line, OutputInstant } from '../../kernel/contracts/text.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';
import type { KeyBounds } from '../domain/key-bounds.ts';

/** A key's own limits on verify_rpn and registry search, instead of the contract's. */
export const KeyLimits = z.object({
  perMinute: z.int().check(z.gte(1), z.lte(1_000_000)),
  perDay: z.int().check(z.gte(1), z.lte(1_000_000_000)),
});

const Count = (most: number) => z.optional(z.int().check(z.gte(0), z.lte(most)));

/** An Agent Key's limits per UTC day; an absent one is unlimited. */
export const DailyLimits = z.object({
  applications: Count(1_000_000),
  filings: Count(1_000_000),
  payments: Count(1_000_000),
  amountCents: Count(1_000_000_000),
});

const approvalRequired = z.optional(z.boolean());

const bounds = {
  dailyLimits: z.optional(z.nullable(DailyLimits)),
  legalEntityIds: z.optional(z.nullable(z.array(Id).check(z.maxLength(100)))),
  approvalRequired,
};

/**
 * The fields of a key that can be changed; null removes a limit. A Standard Key only has
 * `approvalRequired`.
 */
export const ChangeKey = z.object(bounds);

const shared = {
  label: z.optional(z.nullable(Line(100))),
  limits: z.optional(z.nullable(KeyLimits)),
  /** Additions to the contract. */
  expiresAt: z.optional(z.nullable(Instant)),
  holder: z.optional(z.nullable(Line(100))),
};

/**
 * Body of `POST /admin/v1/persons/{id}/api_keys`.
 *
 * An Agent Key needs at least one scope, all of them known; a Standard Key has none. `limits` is an
 * addition to the contract.
 */
export const IssueKey = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('standard'), ...shared, approvalRequired }),
  z.object({
    kind: z.literal('agent'),
    scopes: z.array(z.enum(agentScopes)).check(
      z.minLength(1),
      z.maxLength(100),
      z.overwrite((scopes) => [...new Set(scopes)]),
    ),
    ...shared,
    ...bounds,
  }),
]);

export const ByKey = z.object({ id: Id, keyId: Id });

const answeredBounds = {
  dailyLimits: DailyLimits,
  legalEntityIds: z.nullable(z.array(Id)),
  approvalRequired: z.boolean(),
};

/** A personal key; `scopes` is empty for a Standard Key. */
export const ApiKey = z.object({
  id: Id,
  kind: z.enum(['standard', 'agent']),
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  createdAt: OutputInstant,
  revokedAt: z.nullable(OutputInstant),
  expiresAt: z.nullable(OutputInstant),
  holder: z.nullable(z.string()),
  ...answeredBounds,
  lastUsedOn: z.nullable(CalendarDate),
  lastFour: z.string().check(z.length(4)),
});

export const ApiKeyAnswer = z.object({ data: ApiKey });
export const ApiKeyPage = PageOf(ApiKey);

/** A key that was just issued: the only response with the secret. */
export const IssuedKeyAnswer = z.object({
  data: z.object({ ...ApiKey.shape, key: z.string() }),
});

/** A personal key as its owner and operators see it. */
export function presentKey(key: {
  readonly id: string;
  readonly kind: 'standard' | 'agent' | 'partner';
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly expiresAt?: string | undefined;
  readonly holder?: string | undefined;
  readonly bounds?: KeyBounds | undefined;
  readonly lastUsedOn?: string | undefined;
  readonly lastFour: string;
}): z.output<typeof ApiKey> {
  const { id, kind, label, scopes, createdAt, revokedAt } = key;
  const { expiresAt = null, holder = null, lastUsedOn = null, lastFour } = key;
  if (kind === 'partner') throw new Error('a person has no Partner Keys');
  const particulars = { id, kind, label, scopes: [...scopes], createdAt, revokedAt };
  const bounds = presentBounds(key.bounds);
  return { ...particulars, expiresAt, holder, ...bounds, lastUsedOn, lastFour };
}

/** The limits set by the owner of a key. */
export function presentBounds(bounds: KeyBounds | undefined) {
  return {
    dailyLimits: bounds?.dailyLimits ?? {},
    legalEntityIds: bounds?.legalEntityIds ?? null,
    approvalRequired: bounds?.approvalRequired ?? false,
  };
}

const UsedToday = z.object({
  applications: z.int(),
  filings: z.int(),
  payments: z.int(),
  amountCents: z.int(),
  resetsAt: OutputInstant,
});

/** The description of a key. `lastFour` helps its owner recognize it. */
export const WhoAmI = z.object({
  data: z.object({
    kind: z.enum(['standard', 'agent', 'partner']),
    scopes: z.array(z.string()),
    ownerId: Id,
    label: z.nullable(z.string()),
    createdAt: OutputInstant,
    /** Additions to the contract. */
    expiresAt: z.nullable(OutputInstant),
    holder: z.nullable(z.string()),
    manifestationActive: z.nullable(z.boolean()),
    ...answeredBounds,
    usedToday: z.nullable(UsedToday),
    lastFour: z.string().check(z.length(4)),
  }),
});

const Window = z.object({
  window: z.enum(['minute', 'day']),
  limit: z.int(),
  remaining: z.int(),
  resetAt: OutputInstant,
});

/** The use of the limits on verify_rpn and registry search, counted per UTC minute and UTC day. */
export const RateLimitStatus = z.object({ data: z.object({ limits: z.array(Window) }) });
