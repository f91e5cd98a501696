import * as z from 'zod/mini';
import { presented } from '../../kernel/contracts/presented.ts';
import { distinct } from '../../kernel/contracts/rule.ts';
import { Name, OutputInstant } from '../../kernel/contracts/text.ts';
import { clientScopes } from '../../kernel/domain/scopes.ts';
import {
  type RegistrationToken,
  registrationTokenState,
  registrationTokenStates,
} from '../domain/registration-token.ts';

/** Body of `POST /admin/v1/registration_tokens`. */
export const IssueRegistrationToken = z.object({
  label: Name(100),
  publisher: Name(200),
  scopes: distinct(z.enum(clientScopes)).check(z.minLength(1)),
  maxClients: z._default(z.int().check(z.gte(1), z.lte(100)), 1),
  days: z._default(z.int().check(z.gte(1), z.lte(365)), 30),
});
export type IssueRegistrationToken = z.output<typeof IssueRegistrationToken>;

export const ByRegistrationTokenId = z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/)) });

export const RegistrationTokenView = z.object({
  id: z.string(),
  label: z.string(),
  publisher: z.string(),
  scopes: z.array(z.string()),
  maxClients: z.int(),
  registered: z.int(),
  status: z.enum(registrationTokenStates),
  createdAt: OutputInstant,
  expiresAt: OutputInstant,
  revokedAt: z.nullable(OutputInstant),
});
export type RegistrationTokenView = z.output<typeof RegistrationTokenView>;

export const RegistrationTokenAnswer = z.object({ data: RegistrationTokenView });
export const RegistrationTokenList = z.object({ data: z.array(RegistrationTokenView) });

/** The only response with the token itself. */
export const NewRegistrationTokenAnswer = z.object({
  data: z.object({ ...RegistrationTokenView.shape, token: z.string() }),
});

/** A token as operators see it at `now`, without the secret. */
export function presentRegistrationToken(
  token: RegistrationToken,
  now: string,
): RegistrationTokenView {
  return presented(RegistrationTokenView, {
    ...token,
    scopes: [...token.scopes],
    status: registrationTokenState(token, now),
  });
}
