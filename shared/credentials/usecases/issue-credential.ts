import { auditPerson } from '../../audit/audit-person.ts';
import { ApiError } from '../../kernel/api-error.ts';
import { mustExist } from '../../kernel/db/assign.ts';
import { type AttemptLimit, attemptWrite, windowEndOf } from '../../kernel/db/attempt-counters.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { lostRace, readAgain, untilWritten } from '../../kernel/usecases/until-written.ts';
import { StoredPerson } from '../../people/db/people.ts';
import { entityUnchanged } from '../../registry/db/entities.ts';
import { type ProvedKey, readHolderProof } from '../auth/holder-proof.ts';
import { makeSdJwt } from '../auth/sd-jwt.ts';
import { bindHolderWrite, isLiveGrant, StoredCredentialGrant } from '../db/credential-grants.ts';
import { newCredentialWrites, type StoredCredential } from '../db/credentials.ts';
import { takeStatusPlace } from '../db/status-lists.ts';
import type { CredentialIssuerDeps } from '../deps/credential-issuer.ts';
import { kindOfConfiguration, vctOf } from '../domain/configurations.ts';
import { credentialEnd } from '../domain/credential.ts';
import { statusListUri } from '../domain/status-list.ts';
import { clientKeysOf, consentOfGrant, isAllowedByItems } from './client-of-grant.ts';
import { credentialErrors } from './credential-errors.ts';
import { useNonce } from './holder-nonces.ts';
import { keysOfTopic, saidOf } from './said-of.ts';

/** So that nobody fills a status list: one a day for a month is 30 for each of what somebody has. */
const aDay: AttemptLimit = { kind: 'credentials', max: 50, window: 86_400_000 };

/** What an access token opens. */
export interface CredentialAccess {
  readonly personId: string;
  readonly grantId: string;
}

/** What a wallet asks for. */
export interface CredentialWish {
  readonly configurationId: string;
  /** Key proofs, as they were sent. */
  readonly proofs: readonly string[];
}

/**
 * Issues the credential that a token opens, for the key of the proof, for 30 days at most: what it says is as the register has it in
 * the transaction that issues it.
 *
 * Errors: 400 `unknown_credential_configuration`, `invalid_proof`, `invalid_nonce`, `invalid_credential_request` for one that the token
 * does not open; 400 `credential_request_denied` where it can't be said any more, the grant is revoked, or the key is not the one
 * of the first credential; 401 `invalid_token` where the account is not the holder's any more; 429 beyond 50 in a UTC day.
 */
export async function issueCredential(
  { configurationId, proofs }: CredentialWish,
  access: CredentialAccess,
  deps: CredentialIssuerDeps,
): Promise<string> {
  const kind = kindOfConfiguration(configurationId);
  if (kind === null) throw credentialErrors.unknownConfiguration();
  const [proof, ...others] = proofs;
  if (proof === undefined || others.length > 0) throw credentialErrors.invalidProof();
  const shown = await readHolderProof(proof, { audience: deps.baseUrl, now: deps.now() });
  if (shown === null) throw credentialErrors.invalidProof();
  const nonce = await useNonce(shown.nonce, deps);
  let attempt = -1;
  return untilWritten(async () => {
    attempt += 1;
    const grant = await readGrant(access, deps);
    if (grant.kind !== kind) {
      throw credentialErrors.invalidRequest('The access token opens another credential');
    }
    return issue({ grant, shown, nonce, attempt }, deps);
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

async function issue(
  {
    grant,
    shown,
    nonce,
    attempt,
  }: {
    readonly grant: StoredCredentialGrant;
    readonly shown: ProvedKey;
    readonly nonce: Write<ApiError>;
    readonly attempt: number;
  },
  deps: CredentialIssuerDeps,
): Promise<string | typeof lostRace> {
  const { table, baseUrl, jurisdiction } = deps;
  const { personId, kind, legalEntityId } = grant;
  const now = deps.now();
  const at = now.toISOString();
  const { thumbprint } = shown;
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
    person.status !== 'active' ||
    person.credentialEpoch !== grant.credentialEpoch ||
    person.suspension !== undefined ||
    !isAllowedByItems(grant, person, read.slice(ofTopic.length))
  ) {
    throw credentialErrors.invalidToken('Bearer');
  }
  if (grant.holderThumbprint !== null && grant.holderThumbprint !== thumbprint) {
    throw credentialErrors.denied();
  }
  const said = saidOf(grant, person, items, { jurisdiction, now: at });
  if (said === null) throw credentialErrors.denied();
  const expiresAt = credentialEnd(now, said.until);
  const { place, write: status } = takeStatusPlace(deps.random, expiresAt, attempt);
  const credential: StoredCredential = {
    id: deps.newId(),
    kind,
    personId,
    legalEntityId,
    holderThumbprint: thumbprint,
    status: place,
    grantId: grant.id,
    issuedAt: at,
    expiresAt,
    madeOf: (said.entity ?? person).version,
    revokedAt: null,
    revokedReason: null,
  };
  const sdJwt = await makeSdJwt(
    {
      iss: baseUrl,
      vct: vctOf(baseUrl, kind),
      iat: seconds(at),
      exp: seconds(expiresAt),
      cnf: { jwk: shown.jwk },
      status: {
        status_list: { idx: place.index, uri: statusListUri(baseUrl, place.list) },
      },
    },
    said.claims,
    deps,
  );
  const outcome = await transact(table, {
    nonce,
    grant: orElse(bindHolderWrite(grant.id, thumbprint), readAgain),
    consent: consentRead(grant),
    // What is said is of this version, and of no other.
    person: orElse(personUnchanged(person), readAgain),
    entity: said.entity === null ? undefined : orElse(entityUnchanged(said.entity), readAgain),
    representing:
      legalEntityId === null
        ? undefined
        : orElse(mustExist(keys.representative(legalEntityId, personId)), readAgain),
    count: orElse(attemptWrite(aDay, personId, now.getTime()), () =>
      tooMany(windowEndOf(aDay, now.getTime()), now),
    ),
    status: orElse(status, readAgain),
    ...newCredentialWrites(credential),
    ...auditPerson(deps, {
      at,
      actor: { kind: 'system', id: 'wallet', personId },
      personId,
      action: 'credential.issued',
      details: { credentialId: credential.id, kind, legalEntityId, expiresAt },
    }),
  });
  if (outcome.kind === 'written') return sdJwt;
  if (outcome.refusal instanceof ApiError) throw outcome.refusal;
  if (outcome.refusal === lostRace) return lostRace;
  throw outcome.error;
}

function consentRead(grant: StoredCredentialGrant): Write<typeof lostRace> | undefined {
  const check = consentOfGrant(grant);
  return check && orElse(check, readAgain);
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

function seconds(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}
