import { createHash } from 'node:crypto';
import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import {
  consentCheck,
  consentWrite,
  findConsent,
  newConsentWrite,
  type StoredConsent,
} from '../db/oauth-consents.ts';
import {
  type ConsentApproval,
  consentStands,
  covers,
  extendConsent,
} from '../domain/oauth-consent.ts';

/**
 * The consent as it will be, and the write that stores it or, where nothing changes, checks that it still
 * stands.
 */
interface NextConsent {
  readonly consent: StoredConsent;
  readonly write: Write;
  /** The user allows something that they did not allow before, or takes an entity back. */
  readonly changed: boolean;
  /**
   * The client may do more than before, or is allowed something for the first time: the user is notified by email.
   */
  readonly grown: boolean;
}

/** The consent after a further approval. A consent that ended starts again with another id. */
export async function nextConsent(
  { person, clientId }: { readonly person: StoredPerson; readonly clientId: string },
  approval: ConsentApproval,
  at: string,
  deps: Pick<CoreDeps, 'table' | 'newId'>,
): Promise<NextConsent> {
  const found = await findConsent(deps.table, person.id, clientId);
  const version = found?.version;
  if (consentStands(found, person)) {
    const consent = extendConsent(found, approval, at);
    const grown = !covers(found, approval);
    return consent === found
      ? { consent, write: consentCheck(person.id, clientId, consent.id), changed: false, grown }
      : { consent, write: consentWrite(consent), changed: true, grown };
  }
  const consent: StoredConsent = {
    id: deps.newId(),
    personId: person.id,
    clientId,
    scopes: [...approval.scopes],
    legalEntityIds: [...approval.legalEntityIds],
    credentialEpoch: person.credentialEpoch,
    createdAt: at,
    updatedAt: at,
    version: version ?? 0,
  };
  const write = version === undefined ? newConsentWrite(consent) : consentWrite(consent);
  return { consent, write, changed: true, grown: true };
}

/** Has the user told of what a client may do from now on, in the transaction that allows it. */
export function connectedEvent(
  { consent, grown }: NextConsent,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write | undefined {
  if (!grown) return undefined;
  const { personId, clientId, id: consentId } = consent;
  return eventWrite(newId(), at, {
    type: 'mail.wanted',
    mail: { template: 'client_connected', personId, clientId, consentId },
  });
}

/** Up to so many legal entities are named one by one in an entry of the trail, which is then about a kilobyte. */
const named = 10;

/**
 * The audit details about legal entities shared with a client: their ids, or for more than ten their number and the
 * SHA-256 of the sorted ids, one on each line. An entry is stored up to four times, so it must be short.
 */
export function sharedInTrail(
  legalEntityIds: readonly string[],
):
  | { readonly legalEntityIds: readonly string[] }
  | { readonly legalEntityCount: number; readonly legalEntityDigest: string } {
  if (legalEntityIds.length <= named) return { legalEntityIds };
  const text = legalEntityIds.toSorted().join('\n');
  return {
    legalEntityCount: legalEntityIds.length,
    legalEntityDigest: createHash('sha256').update(text).digest('hex'),
  };
}
