import * as z from 'zod/mini';
import { dayParameters, PageOf, pageParameters } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { originPattern } from '../../kernel/contracts/redirect-url.ts';
import { distinct, rule } from '../../kernel/contracts/rule.ts';
import { Id, Line, Name, OutputInstant } from '../../kernel/contracts/text.ts';
import { redirectOrigin } from '../../kernel/domain/redirect-destination.ts';
import { partnerScopes } from '../../kernel/domain/scopes.ts';

const Origin = z.string().check(
  z.maxLength(300),
  rule(
    { format: 'uri', pattern: `^${originPattern}/?$` },
    z.refine((text) => redirectOrigin(text) !== null, {
      error: 'Must be an https or loopback http origin',
    }),
  ),
  // A null was rejected above, so the fallback is never used.
  z.overwrite((text) => redirectOrigin(text) ?? text),
);

const Origins = distinct(Origin);

/** The limit of emails to applicants that it can cause in a UTC day; null: the default. */
const ClaimMailsPerDay = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(100_000))));

/** Body of `POST /admin/v1/partner_integrations`. */
export const RegisterIntegration = z.object({
  name: Name(200),
  legalEntityId: z.optional(z.nullable(Id)),
  redirectOrigins: z.optional(Origins),
  active: z.optional(z.boolean()),
  claimMailsPerDay: ClaimMailsPerDay,
});
export type RegisterIntegration = z.output<typeof RegisterIntegration>;

/**
 * Body of `PATCH /admin/v1/partner_integrations/{id}`: absent fields do not change; the list
 * replaces the previous one.
 */
export const ReviseIntegration = z.object({
  name: z.optional(Name(200)),
  active: z.optional(z.boolean()),
  redirectOrigins: z.optional(Origins),
  claimMailsPerDay: ClaimMailsPerDay,
});
export type ReviseIntegration = z.output<typeof ReviseIntegration>;

export const Integration = z.object({
  id: Id,
  name: z.string(),
  legalEntityId: z.nullable(Id),
  active: z.boolean(),
  redirectOrigins: z.array(z.string()),
  claimMailsPerDay: z.nullable(z.int()),
  /** Applications to which someone with access to the applicant's mailbox has objected. */
  objections: z.int(),
  createdAt: OutputInstant,
});
export type Integration = z.output<typeof Integration>;

export const IntegrationAnswer = z.object({ data: Integration });

/** An integration as operators see it (admin 3). */
export function presentIntegration(integration: Integration): Integration {
  return presented(Integration, integration);
}

/** Body of `POST /admin/v1/partner_integrations/{id}/keys`. Without scopes: all partner scopes. */
export const CreatePartnerKey = z.object({
  label: z.optional(z.nullable(Line(100))),
  scopes: z.optional(distinct(z.enum(partnerScopes))),
});

export const PartnerKeyPath = z.object({ id: Id, keyId: Id });

export const PartnerKey = z.object({
  id: Id,
  label: z.nullable(z.string()),
  scopes: z.array(z.string()),
  createdAt: OutputInstant,
  revokedAt: z.nullable(OutputInstant),
});
export type PartnerKey = z.output<typeof PartnerKey>;

export const PartnerKeyAnswer = z.object({ data: PartnerKey });

/** The only response with the key itself. */
export const NewPartnerKeyAnswer = z.object({
  data: z.object({ ...PartnerKey.shape, key: z.string() }),
});

/** A Partner Key as operators see it (admin 3), without its value. */
export function presentPartnerKey(key: PartnerKey): PartnerKey {
  return presented(PartnerKey, key);
}

/** Query of `GET /admin/v1/partner_integrations`. */
export const IntegrationQuery = z.object({ ...pageParameters, ...dayParameters });
export const IntegrationPage = PageOf(Integration);
