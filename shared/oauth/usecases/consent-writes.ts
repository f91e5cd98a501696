import { createHash } from 'node:crypto';
import type { Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
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
 * The new consent, and the write that stores it or, if nothing changes, checks that it is still
 * valid.
 */
interface NextConsent {
  readonly consent: StoredConsent;
  readonly write: Write;
  /** The user allows something new, or removes an entity. */
  readonly changed: boolean;
  /**
   * The client is allowed more than before, or anything for the first time: the user is notified by
   * email.
   */
  readonly grown: boolean;
}

/** The consent after another approval. A consent that ended starts again with a new id. */
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

/** The event that notifies the user of the client's access, for the transaction that allows it. */
export function connectedEvent(
  { consent, grown }: NextConsent,
  at: string,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write | undefined {
  if (!grown) return undefined;
  const { personId, clientId, id: consentId } = consent;
  return mailWrite(newId(), at, { template: 'client_connected', personId, clientId, consentId });
}

/**
 * The number of legal entities up to which an audit entry lists their ids; it is then about a
 * kilobyte.
 */
const named = 10;

/**
 * The audit details about legal entities shared with a client: their ids, or for more than ten
 * their number and the SHA-256 of the sorted ids, one on each line. An entry is stored up to four
 * times, so it must be short.
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
