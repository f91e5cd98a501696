import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { conflict, lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { entityUnchanged } from '../../registry/db/entities.ts';
import type { HolderKey } from '../auth/holder-proof.ts';
import { makeSdJwt } from '../auth/signed-tokens.ts';
import {
  bindHolderWrite,
  grantNotRevoked,
  isLiveGrant,
  StoredCredentialGrant,
} from '../db/credential-grants.ts';
import { newCredentialWrites, type StoredCredential, takeStatusPlaces } from '../db/credentials.ts';
import type { CredentialIssuerDeps } from '../deps/credential-deps.ts';
import type { CredentialClaims } from '../domain/claims.ts';
import { kindOfConfiguration, vctOf } from '../domain/configurations.ts';
import { type CredentialKind, credentialEnd, shownTimes } from '../domain/credential.ts';
import { notificationIdOf } from '../domain/notification.ts';
import { statusListUri } from '../domain/status-list.ts';
import * as credentialErrors from '../errors/credential-errors.ts';
import { credentialClaimsOf, keysOfTopic } from './credential-claims.ts';
import {
  attestersOfGrant,
  type CredentialAccess,
  clientKeysOf,
  consentOfGrant,
  isAllowedByItems,
  isStillHolder,
} from './credential-grant.ts';
import { type KeysView, type Proofs, readShownKeys, useNonces } from './shown-keys.ts';

/**
 * Keeps status lists from filling up: a full batch a day for each of twenty subjects, or one copy a
 * day for each of two hundred.
 */
const aDay: AttemptLimit = { kind: 'credentials', max: 200, window: 86_400_000 };

/** The credential that a wallet requests. */
export interface CredentialInput {
  /** A configuration, or an identifier that came with the token: exactly one. */
  readonly configurationId?: string | undefined;
  readonly identifier?: string | undefined;
  readonly proofs: Proofs;
}

/** The response to a wallet. */
export interface IssuedCredential {
  /** One for each key, with the same claims. */
  readonly copies: readonly string[];
  /** The notification id with which the wallet reports about them. */
  readonly notificationId: string;
}

/**
 * Issues the credential that a token gives access to, with a copy for each proved key, for at most
 * 30 days. Its claims are those of the register at the transaction that issues all copies.
 *
 * Errors: 400 `unknown_credential_configuration`, `unknown_credential_identifier`, `invalid_proof`,
 * `invalid_nonce`; 400 `invalid_credential_request` if the token is for another credential; 400
 * `credential_request_denied` if the claims are no longer true, the grant is revoked, or its tokens
 * are unbound and no key is that of the first credential; 401 `invalid_token` if the account is no
 * longer the holder's; 429 beyond `aDay`.
 */
export async function issueCredential(
  { configurationId, identifier, proofs }: CredentialInput,
  access: CredentialAccess,
  deps: CredentialIssuerDeps,
): Promise<IssuedCredential> {
  const known = await readGrant(access, deps);
  const kind =
    identifier === undefined ? kindNamed(configurationId) : kindIdentified(identifier, known);
  const shown = await readShownKeys(proofs, attestersOfGrant(known, deps), deps);
  const nonces = await useNonces(shown.nonces, deps);
  let attempt = -1;
  return retryOnConflict(async () => {
    attempt += 1;
    const grant = await readGrant(access, deps);
    if (grant.kind !== kind) {
      throw credentialErrors.invalidRequest('The access token is for another credential');
    }
    return issue({ grant, shown, nonces, attempt }, deps);
  });
}

async function readGrant(
  { grantId, personId }: CredentialAccess,
  { table, now }: CredentialIssuerDeps,
): Promise<StoredCredentialGrant> {
  const [item] = await getItems(table, [keys.credentialGrant(grantId)]);
  const grant = parseFound(StoredCredentialGrant, item);
  const at = now().toISOString();
  if (grant === null || grant.personId !== personId || !isLiveGrant(grant, { now: at })) {
    throw credentialErrors.invalidToken('Bearer');
  }
  return grant;
}

function kindNamed(configurationId: string | undefined): CredentialKind {
  if (configurationId === undefined) {
    throw credentialErrors.invalidRequest('credential_configuration_id is required');
  }
  const kind = kindOfConfiguration(configurationId);
  if (kind === null) throw credentialErrors.unknownConfiguration();
  return kind;
}

/** A token is for one credential. If the grant has an identifier, the request must use it. */
function kindIdentified(
  identifier: string,
  { id, kind, identified }: StoredCredentialGrant,
): CredentialKind {
  if (identified !== true || identifier !== id) throw credentialErrors.unknownIdentifier();
  return kind;
}

interface Issuance {
  readonly grant: StoredCredentialGrant;
  readonly shown: KeysView;
  readonly nonces: Awaited<ReturnType<typeof useNonces>>;
  readonly attempt: number;
}

async function issue(
  { grant, shown, nonces, attempt }: Issuance,
  deps: CredentialIssuerDeps,
): Promise<IssuedCredential | typeof lostRace> {
  const { table, jurisdiction } = deps;
  const { personId, kind, legalEntityId } = grant;
  const now = deps.now();
  const at = now.toISOString();
  const holder = holderOf(grant, shown.keys);
  const ofTopic = keysOfTopic(grant, personId);
  const [personItem, ...read] = await getItems(table, [
    keys.person(personId),
    ...ofTopic,
    ...clientKeysOf(grant),
  ]);
  const items = read.slice(0, ofTopic.length);
  const person = parseFound(StoredPerson, personItem);
  if (
    person === null ||
    !isStillHolder(grant, person) ||
    !isAllowedByItems(grant, person, read.slice(ofTopic.length))
  ) {
    throw credentialErrors.invalidToken('Bearer');
  }
  const claims = credentialClaimsOf(grant, person, items, { jurisdiction, now: at });
  if (claims === null) throw credentialErrors.denied();
  const expiresAt = credentialEnd(now, claims.until);
  const places = takeStatusPlaces(shown.keys.length, deps.random, expiresAt, attempt);
  const drawn = places.flatMap(({ place: status }, n) => {
    const key = shown.keys[n];
    return key ? [{ jwk: key.jwk, holderThumbprint: key.thumbprint, status }] : [];
  });
  const [first, ...others] = drawn;
  if (first === undefined) throw credentialErrors.invalidProof();
  const copies = others.map(({ status }) => ({ status }));
  const credential: StoredCredential = {
    id: deps.newId(),
    kind,
    personId,
    legalEntityId,
    holderThumbprint: first.holderThumbprint,
    status: first.status,
    ...(copies.length > 0 && { copies }),
    grantId: grant.id,
    issuedAt: at,
    expiresAt,
    sourceVersion: (claims.entity ?? person).version,
    revokedAt: null,
    revokedReason: null,
  };
  const signed = await Promise.all(
    drawn.map(({ jwk, status }) => signCopy({ credential, jwk, status }, claims.claims, deps)),
  );
  const placeWrites = places.map(
    ({ write }, n) => [`status${n}`, orElse(write, conflict)] as const,
  );
  const outcome = await transact(table, {
    ...nonces,
    grant: orElse(
      holder === null ? grantNotRevoked(grant.id) : bindHolderWrite(grant.id, holder),
      conflict,
    ),
    consent: consentRead(grant),
    // The claims are those of this version only.
    person: orElse(personUnchanged(person), conflict),
    entity: claims.entity === null ? undefined : orElse(entityUnchanged(claims.entity), conflict),
    representing:
      legalEntityId === null
        ? undefined
        : orElse(mustExist(keys.representative(legalEntityId, personId)), conflict),
    count: orElse(attemptWrite(aDay, personId, now.getTime(), drawn.length), () =>
      tooMany(windowEndOf(aDay, now.getTime()), now),
    ),
    ...Object.fromEntries(placeWrites),
    ...newCredentialWrites(credential),
    ...auditPerson(deps, {
      at,
      actor: { kind: 'system', id: 'wallet', personId },
      personId,
      action: 'credential.issued',
      details: {
        ...{ credentialId: credential.id, kind, legalEntityId, expiresAt },
        ...(copies.length > 0 && { copies: drawn.length }),
        ...(shown.attested && { attested: true }),
      },
    }),
  });
  if (outcome.kind === 'written') {
    return { copies: signed, notificationId: notificationIdOf(credential) };
  }
  if (outcome.refusal instanceof ApiError) throw outcome.refusal;
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.error;
}

/**
 * The key to which the grant is or becomes bound; null if its tokens are bound to their own key:
 * stolen tokens are then useless, and each credential can have a new key. Error: 400
 * `credential_request_denied` if none of the keys is the bound one.
 */
function holderOf(
  { jkt, holderThumbprint }: StoredCredentialGrant,
  shown: KeysView['keys'],
): string | null {
  if (jkt !== null) return null;
  const thumbprints = shown.map(({ thumbprint }) => thumbprint);
  const [first = null] = thumbprints;
  if (holderThumbprint === null) return first;
  if (!thumbprints.includes(holderThumbprint)) throw credentialErrors.denied();
  return holderThumbprint;
}

/** One copy. Copies only share the claims and the times of the batch. */
function signCopy(
  {
    credential: { kind, issuedAt, expiresAt },
    jwk,
    status: { list, index: idx },
  }: {
    readonly credential: StoredCredential;
    readonly jwk: HolderKey;
    readonly status: StoredCredential['status'];
  },
  claims: CredentialClaims,
  deps: CredentialIssuerDeps,
): Promise<string> {
  const { baseUrl } = deps;
  const open = {
    iss: baseUrl,
    vct: vctOf(baseUrl, kind),
    ...shownTimes({ issuedAt, expiresAt }),
    cnf: { jwk },
    status: { status_list: { idx, uri: statusListUri(baseUrl, list) } },
  };
  return makeSdJwt(open, claims, deps);
}

function consentRead(grant: StoredCredentialGrant): Write<typeof lostRace> | undefined {
  const check = consentOfGrant(grant);
  return check && orElse(check, conflict);
}

function personUnchanged({ id, version }: StoredPerson): Write {
  return {
    check: {
      Key: keys.person(id),
      ConditionExpression: 'version = :read',
      ExpressionAttributeValues: { ':read': version },
    },
  };
}
