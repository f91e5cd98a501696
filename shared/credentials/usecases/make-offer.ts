import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import { getItems, type Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { newCode } from '../../oauth/auth/oauth-token.ts';
import { pageOfClients } from '../../oauth/db/oauth-clients.ts';
import { preAuthorizedGrant } from '../../oauth/domain/client-metadata.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { actingEpochCheck } from '../../people/db/people-checks.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { isCertain } from '../../registry/domain/good-standing.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { newOfferWrite, offerReference, txCodeHash } from '../db/credential-grants.ts';
import { configurationIds, scopeOfKind } from '../domain/configurations.ts';
import {
  type CredentialKind,
  drawTxCode,
  offerLifetime,
  txCodeLength,
} from '../domain/credential.ts';
import { credentialClaimsOf, keysOfTopic, type Topic } from './credential-claims.ts';

/** Limits the number of stored offers. */
const aDay: AttemptLimit = { kind: 'credential_offers', max: 30, window: 86_400_000 };

/** An offer, displayed only once: neither code is stored. */
interface MadeOffer extends Topic {
  /** Null for the residency. */
  readonly entityName: string | null;
  /** The offer in the format for wallets (OpenID4VCI 1.0, section 4.1): the URL in the QR code. */
  readonly link: string;
  /**
   * The same for wallets that are clients here and sign their holder in, also with HAIP’s scheme
   * (HAIP 1.0, section 4.2). These URLs contain no secret. Null if no such wallet is registered.
   */
  readonly signIn: { readonly link: string; readonly haipLink: string } | null;
  /** The code that the holder types into the wallet. */
  readonly txCode: string;
  readonly expiresAt: string;
}

/**
 * The credentials that a person can get now: their residency, and entities that they represent with confirmed good
 * standing.
 */
export async function readOfferChoices(
  person: StoredPerson,
  deps: Pick<ServiceDeps, 'table' | 'now' | 'jurisdiction'>,
): Promise<{
  readonly residency: boolean;
  readonly represented: readonly StoredEntity[];
  /** Those with confirmed good standing. */
  readonly inGoodStanding: readonly StoredEntity[];
}> {
  const now = deps.now().toISOString();
  const represented = await listRepresentedEntities(deps.table, person.id);
  const topic = { kind: 'residency', legalEntityId: null } as const;
  const { jurisdiction } = deps;
  return {
    residency: credentialClaimsOf(topic, person, [], { jurisdiction, now }) !== null,
    represented,
    inGoodStanding: represented.filter((entity) => isCertain(entity, now)),
  };
}

/**
 * Offers a credential to the first wallet that redeems the offer with the transaction code within
 * ten minutes (OpenID4VCI 1.0, pre-authorized code). Its claims are decided when it is issued.
 *
 * Null if the person or the entity is not eligible. Errors: 409 `form.already_sent`,
 * `person.deactivated`; 429 beyond `aDay`.
 */
export async function makeOffer(
  person: StoredPerson,
  topic: Topic,
  formId: string,
  deps: ServiceDeps,
): Promise<MadeOffer | null> {
  const now = deps.now();
  const at = now.toISOString();
  const { kind, legalEntityId } = topic;
  const requested = keysOfTopic(topic, person.id);
  const [items, isFetched] = await Promise.all([
    requested.length === 0 ? [] : getItems(deps.table, requested),
    isFetchedByWallets(kind, deps.table),
  ]);
  const claims = credentialClaimsOf(topic, person, items, {
    jurisdiction: deps.jurisdiction,
    now: at,
  });
  if (claims === null) return null;
  const code = newCode(deps.random);
  const txCode = drawTxCode(deps.random);
  const expiresAt = new Date(now.getTime() + offerLifetime).toISOString();
  const outcome = await transact(deps.table, {
    form: orElse(sentFormWrite(person.id, formId, at), apiErrors.formAlreadySent),
    person: orElse(actingEpochCheck(person), apiErrors.personDeactivated),
    count: orElse(attemptWrite(aDay, person.id, now.getTime()), () =>
      tooMany(windowEndOf(aDay, now.getTime()), now),
    ),
    offer: newOfferWrite({
      reference: offerReference(code),
      personId: person.id,
      kind,
      legalEntityId,
      txCodeHash: txCodeHash(code, txCode),
      attempts: 0,
      credentialEpoch: person.credentialEpoch,
      grantId: deps.newId(),
      createdAt: at,
      expiresAt,
      redeemedAt: null,
    }),
    ...auditPerson(deps, {
      at,
      actor: personActor(person.id),
      personId: person.id,
      action: 'credential.offered',
      details: { kind, legalEntityId, expiresAt },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  const entityName = claims.entity === null ? null : fullName(claims.entity);
  return {
    kind,
    legalEntityId,
    entityName,
    link: linkOf(deps.baseUrl, kind, {
      [preAuthorizedGrant]: {
        'pre-authorized_code': code,
        tx_code: { input_mode: 'numeric', length: txCodeLength },
      },
    }),
    signIn: isFetched
      ? {
          link: linkOf(deps.baseUrl, kind, byCode),
          haipLink: linkOf(deps.baseUrl, kind, byCode, 'haip-vci'),
        }
      : null,
    txCode,
    expiresAt,
  };
}

const byCode = { authorization_code: {} };

function linkOf(
  baseUrl: string,
  kind: Topic['kind'],
  grants: object,
  scheme: 'openid-credential-offer' | 'haip-vci' = 'openid-credential-offer',
): string {
  const offer = {
    credential_issuer: baseUrl,
    credential_configuration_ids: [configurationIds[kind]],
    grants,
  };
  const query = new URLSearchParams({ credential_offer: JSON.stringify(offer) });
  return `${scheme}://?${query}`;
}

/** How many clients are checked. A deployment with more is assumed to have wallets. */
const pages = 3;
const limit = 100;

/**
 * Whether a registered wallet can get a credential of this kind through a sign-in. The index is
 * eventually consistent: a wallet registered in the last second may be missing.
 */
async function isFetchedByWallets(kind: CredentialKind, table: Table): Promise<boolean> {
  const scope = scopeOfKind(kind);
  let after: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const { items, next } = await pageOfClients(table, {}, { limit, after });
    if (items.some(({ active, scopes }) => active && scopes.includes(scope))) return true;
    if (next === null) return false;
    after = next;
  }
  return true;
}
