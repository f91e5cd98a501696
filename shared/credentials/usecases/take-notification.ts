import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { StoredCredentialGrant } from '../db/credential-grants.ts';
import { notifiedWrite, StoredCredential } from '../db/credentials.ts';
import type { CredentialIssuerDeps } from '../deps/credential-deps.ts';
import { type NotificationEvent, notifiedCredential } from '../domain/notification.ts';
import * as credentialErrors from '../errors/credential-errors.ts';
import { type CredentialAccess, isGrantOf } from './credential-grant.ts';
import { revokeCredential } from './credentials.ts';

/** A wallet's report about the credentials of one response. */
export interface Notification {
  readonly notificationId: string;
  readonly event: NotificationEvent;
}

/**
 * Records a wallet's report about a credential (OpenID4VCI 1.0, section 11): each event once, in its holder's trail,
 * and none for a revoked credential. Deletion revokes the credential: from then on only a copy could be shown. A
 * repeated event, even a simultaneous one, changes nothing.
 *
 * Errors: 400 `invalid_notification_id` for an id of another grant; 401 `invalid_token` if the grant has ended or the
 * account is no longer the holder's.
 */
export async function takeNotification(
  { notificationId, event }: Notification,
  access: CredentialAccess,
  deps: CredentialIssuerDeps,
): Promise<void> {
  const { personId, grantId } = access;
  const at = deps.now().toISOString();
  const named = notifiedCredential(notificationId);
  const [grantItem, personItem, item] = await getItems(deps.table, [
    keys.credentialGrant(grantId),
    keys.person(personId),
    ...(named === null ? [] : [keys.credential(personId, named.issuedAt, named.id)]),
  ]);
  const grant = parseFound(StoredCredentialGrant, grantItem);
  if (!isGrantOf(parseFound(StoredPerson, personItem), grant, access, at)) {
    throw credentialErrors.invalidToken('Bearer');
  }
  const credential = parseFound(StoredCredential, item);
  if (credential === null || credential.grantId !== grantId) {
    throw credentialErrors.invalidNotificationId();
  }
  const actor = { kind: 'system', id: 'wallet', personId } as const;
  if (event === 'credential_deleted') {
    await revokeCredential(credential, { reason: 'deleted' }, actor, deps);
    return;
  }
  const { id: credentialId, kind, legalEntityId } = credential;
  const kept = event === 'credential_accepted';
  const outcome = await transact(deps.table, {
    credential: orElse(
      notifiedWrite(credential, kept ? 'acceptedAt' : 'failedAt', at),
      () => 'told_before' as const,
    ),
    ...auditPerson(deps, {
      at,
      actor,
      personId,
      action: kept ? 'credential.accepted' : 'credential.failed',
      details: { credentialId, kind, legalEntityId },
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal === undefined) throw outcome.error;
}
