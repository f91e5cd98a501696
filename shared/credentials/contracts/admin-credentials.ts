import * as z from 'zod/mini';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { FreeLine, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import {
  credentialKinds,
  credentialState,
  revocationReasons,
  type StoredCredentialFacts,
} from '../domain/credential.ts';

/** Query of `GET /admin/v1/credentials`: exactly one of the two. */
export const CredentialQuery = z.object({
  personId: z.optional(Id),
  legalEntityId: z.optional(Id),
});

export const ByCredential = z.object({ id: Id });

/** The reasons for which operators revoke a credential. */
export const operatorRevocations = ['issued_in_error', 'key_compromised'] as const;

/** Body of `POST /admin/v1/credentials/{id}/revoke`. */
export const RevokeCredential = z.object({
  personId: Id,
  reasonCode: z._default(z.enum(operatorRevocations), 'issued_in_error'),
  reason: FreeLine(2000),
});

export const CredentialView = z.object({
  id: Id,
  kind: z.enum(credentialKinds),
  personId: Id,
  legalEntityId: z.nullable(Id),
  status: z.enum(['good', 'revoked', 'expired']),
  statusList: z.string(),
  statusIndex: z.int(),
  copies: z.int(),
  issuedAt: OutputInstant,
  expiresAt: OutputInstant,
  revokedAt: z.nullable(OutputInstant),
  revokedReason: z.nullable(z.enum(revocationReasons)),
});
export type CredentialView = z.output<typeof CredentialView>;

export const CredentialAnswer = z.object({ data: CredentialView });
export const CredentialList = z.object({ data: z.array(CredentialView) });

/** A credential as operators see it at `now`, without its claims. */
export function presentCredential(
  { status: { list, index }, copies = [], ...credential }: StoredCredentialFacts,
  now: string,
): CredentialView {
  return presented(CredentialView, {
    ...credential,
    status: credentialState(credential, now),
    statusList: list,
    statusIndex: index,
    copies: 1 + copies.length,
  });
}

/** The credential for a wallet: `residency`, or the id of a legal entity. */
export const OfferForm = z.object({
  subject: z.union([z.literal('residency'), Id], { error: 'Choose what to add to the wallet' }),
  formId: FormId,
});

export const OwnCredentialPath = z.object({ credentialId: Id });
