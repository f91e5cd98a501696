import type { AgreementDeps } from '../../documents/deps/documents.ts';
import { wordingsInForce } from '../../documents/usecases/agreement-in-force.ts';
import { type ItemKey, keys, partitions } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { canWrite } from '../../kernel/domain/scopes.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { shownText } from '../../kernel/pages/shown-text.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, personWrite } from '../../people/db/people.ts';
import { unsuspendedPersonCheck } from '../../people/db/people-checks.ts';
import { readPerson } from '../../people/usecases/read-people.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { activeKeysOf } from '../db/api-keys.ts';
import {
  findManifestation,
  manifestationWrite,
  StoredManifestation,
} from '../db/manifestations.ts';
import {
  type AcceptableAgreement,
  type Manifestation,
  neverSigned,
  revokedManifestation as revoke,
  signedManifestation as sign,
  type WordingsInForce,
} from '../domain/manifestation.ts';
import * as accessErrors from '../errors/access-errors.ts';
import { willStatement } from '../pages/portal-manifestation-page.ts';
import { revocationsOf } from './revoke-keys.ts';

interface ManifestationToSign {
  readonly agreements: readonly AcceptableAgreement[];
  /** The signed text; null for an operator, who signs the current one. */
  readonly signature: {
    readonly signerName: string;
    /** SHA-256 of the texts on the page, in hexadecimal; absent if the form did not send them. */
    readonly manifestationSha256: string | undefined;
    readonly agreementSha256: string | undefined;
    /** The language of the page. */
    readonly language?: Locale | undefined;
  } | null;
}

/**
 * Signs a person's Manifestation of Will, also after a revocation; if it is already signed, this
 * replaces the agreements accepted in advance. Version and digest of the text, name, signer and
 * time are stored with each. A signature that changes nothing is not recorded; otherwise the person
 * gets a copy by email.
 *
 * Errors: 404; 409 `person.suspended`; 409 `agreement.text_changed` if a text has changed since it
 * was shown.
 */
export function signManifestation(
  personId: string,
  { agreements, signature }: ManifestationToSign,
  actor: Actor,
  deps: CoreDeps & AgreementDeps,
): Promise<Manifestation> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const inForce = wordingsInForce(deps.agreements);
    if (signature !== null && !wereShown(signature, inForce))
      throw accessErrors.agreementTextChanged();
    const will = (await findManifestation(deps.table, personId)) ?? { ...neverSigned, version: 0 };
    const signer = { kind: signature === null ? 'operator' : 'person', id: actor.id } as const;
    const shown = shownText(signature?.language, (context) => [
      willStatement(will, inForce, context),
      inForce.manifestation.sha256,
      inForce.agreement.sha256,
      ...agreements,
    ]);
    const given = { agreements, signer, signerName: signature?.signerName ?? null, shown };
    const signed = sign(will, given, inForce, at);
    if (signed === will) return will;
    const { manifestation, agreement } = inForce;
    const outcome = await transact(deps.table, {
      person: orElse(unsuspendedPersonCheck(personId), (found) =>
        found === undefined ? apiErrors.notFound() : apiErrors.personSuspended(),
      ),
      will: manifestationWrite(personId, { ...signed, version: will.version }),
      copy: mailWrite(deps.newId(), at, { template: 'manifestation_signed', personId }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: will.active ? 'manifestation.updated' : 'manifestation.signed',
        details: {
          acceptedAgreements: signed.acceptedAgreements,
          version: manifestation.version,
          sha256: manifestation.sha256,
          agreementVersion: agreement.version,
          agreementSha256: agreement.sha256,
        },
      }),
    });
    if (outcome.kind === 'written') return signed;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

function wereShown(
  {
    manifestationSha256,
    agreementSha256,
  }: {
    readonly manifestationSha256: string | undefined;
    readonly agreementSha256: string | undefined;
  },
  { manifestation, agreement }: WordingsInForce,
): boolean {
  return manifestationSha256 === manifestation.sha256 && agreementSha256 === agreement.sha256;
}

/**
 * Revokes a person's Manifestation of Will and, in the same transaction, every Agent Key that can
 * write; a key issued in the meantime is included or refused. Read-only keys do not change. Without
 * an active will, the current state is returned.
 *
 * Error: 404.
 */
export function revokeManifestation(
  personId: string,
  actor: Actor,
  deps: CoreDeps,
): Promise<Manifestation> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    // The person is read first: if its version is unchanged at the write, the keys read after it
    // are complete.
    const person = await findPerson(deps.table, personId);
    if (person === null) throw apiErrors.notFound();
    const owner = partitions.person(personId);
    const [will, active] = await Promise.all([
      findManifestation(deps.table, personId),
      activeKeysOf(deps.table, owner),
    ]);
    if (will === null || !will.active) return will ?? neverSigned;
    const next = revoke(will, at);
    const revoked = active.filter(({ kind, scopes }) => kind === 'agent' && canWrite(scopes));
    const outcome = await transact(deps.table, {
      person: personWrite({ ...person, activeKeys: person.activeKeys - revoked.length }),
      will: manifestationWrite(personId, { ...next, version: will.version }),
      ...revocationsOf(revoked, owner, at, deps),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'manifestation.revoked',
        details: { revokedKeys: revoked.map(({ id }) => id) },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** The Manifestation of Will of an existing person, signed or not. One round trip. */
export async function readOwnManifestation(
  personId: string,
  { table }: { readonly table: Table },
): Promise<Manifestation> {
  return (await findManifestation(table, personId)) ?? neverSigned;
}

/**
 * The key of a person's Manifestation of Will, for a page that reads it together with the session.
 */
export function manifestationKey(personId: string): ItemKey {
  return keys.manifestation(personId);
}

/** The Manifestation of Will, signed or not, in the item read at `manifestationKey`. */
export function manifestationIn(item: Item | undefined): Manifestation {
  return parseFound(StoredManifestation, item) ?? neverSigned;
}

/** The person's Manifestation of Will, signed or not. Error: 404. */
export async function readManifestation(
  personId: string,
  deps: { readonly table: Table },
): Promise<Manifestation> {
  const [, will] = await Promise.all([
    readPerson(personId, deps),
    findManifestation(deps.table, personId),
  ]);
  return will ?? neverSigned;
}
