import type { Annulment } from '../../kernel/domain/annulment.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import { isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';
import { isCertain, type StandingFacts } from '../../registry/domain/good-standing.ts';
import type { CredentialKind, RevocationReason } from './credential.ts';

/** The fields that decide whether a credential is still valid. */
interface JudgedCredential {
  readonly kind: CredentialKind;
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** The holder's current state. */
interface JudgedHolder {
  readonly status: 'active' | 'deactivated';
  readonly suspension?: object | undefined;
  readonly erasure?: string | undefined;
  readonly residency:
    | (ResidencyPeriod & {
        readonly createdAt: string;
        readonly annulment?: Annulment | undefined;
      })
    | null;
}

/** The entity's current state. */
interface JudgedEntity extends StandingFacts {
  readonly annulment?: Annulment | undefined;
}

interface CredentialFacts {
  readonly holder: JudgedHolder | null;
  /** Set for a credential about an entity. */
  readonly entity: JudgedEntity | null;
  /** Whether the holder represents it. */
  readonly represents: boolean;
}

/**
 * Why a credential must be revoked; null if its claims are still true. Depends only on the current
 * state, so the result is the same however often, late or out of order it is called.
 */
export function whyRevoked(
  credential: JudgedCredential,
  { holder, entity, represents }: CredentialFacts,
  now: string,
): RevocationReason | null {
  if (holder === null || holder.status !== 'active' || holder.erasure !== undefined) {
    return 'person_deactivated';
  }
  if (holder.suspension !== undefined) return 'person_suspended';
  return credential.kind === 'residency'
    ? ofResidency(credential, holder, now)
    : ofStanding(credential, entity, represents, now);
}

function ofResidency(
  { issuedAt, expiresAt }: JudgedCredential,
  { residency }: JudgedHolder,
  now: string,
): RevocationReason | null {
  if (residency === null || residency.annulment !== undefined) return 'residency_ended';
  // Another residency was granted since, with another type or end.
  if (residency.createdAt > issuedAt) return 'residency_changed';
  if (!isActive(residency, now)) return 'residency_ended';
  return endsBefore(residency, expiresAt) ? 'residency_ended' : null;
}

function ofStanding(
  { expiresAt }: JudgedCredential,
  entity: JudgedEntity | null,
  represents: boolean,
  now: string,
): RevocationReason | null {
  if (entity === null || entity.annulment !== undefined) return 'good_standing_ended';
  const { dissolutionDate, residency } = entity;
  if (dissolutionDate !== null && dissolutionDate < expiresAt) return 'entity_dissolved';
  if (!isCertain(entity, now)) return 'good_standing_ended';
  // A credential can't outlive the term in which it was issued: this end was set since.
  if (endsBefore(residency, expiresAt)) return 'good_standing_ended';
  return represents ? null : 'representation_ended';
}

function endsBefore({ terminationDate }: ResidencyPeriod, at: string): boolean {
  return terminationDate !== null && terminationDate < at;
}

type Image = Readonly<Record<string, unknown>>;

/** A change from the table's stream. */
export interface ChangeOfItem {
  readonly pk: string;
  readonly sk: string;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
  /** Whether its time to live removed the item. */
  readonly expired: boolean;
}

interface PlaceOnList {
  readonly list: string;
  readonly index: number;
}

/** The credentials to check after a change, or the status-list index to revoke. */
export type CredentialConcern =
  | {
      readonly kind: 'person' | 'entity';
      readonly id: string;
      /** The version with the latest change of names or numbers; absent if they are unchanged. */
      readonly renamedIn?: number | undefined;
    }
  | {
      readonly kind: 'place';
      readonly list: string;
      readonly index: number;
      /** The status-list indexes of its copies, in the same form. */
      readonly more?: readonly PlaceOnList[] | undefined;
      readonly expiresAt: string;
    };

const person = 'PERSON#';
const entity = 'ENTITY#';

/**
 * The fields of a holder that decide whether credentials are valid, and those that credentials
 * contain.
 */
const holderFields = ['status', 'suspension', 'erasure', 'residency'];
const holderParticulars = ['givenName', 'surname', 'dateOfBirth', 'residentPermitNumber'];
const entityFields = ['optionId', 'dissolutionDate', 'residency', 'annulment', 'taxState'];
const entityParticulars = ['name', 'extension', 'residentPermitNumber'];

/**
 * Items whose changes affect credentials but cause no events: prefixes of partition and sort key.
 */
export const credentialKeys = { pk: person, sk: 'CREDENTIAL#' } as const;

/**
 * The person or entity that a change concerns; null if no credential depends on it. An irrelevant change costs nothing;
 * a relevant one costs a query for credentials.
 */
export function concernOf(change: ChangeOfItem): CredentialConcern | null {
  const { pk, sk, before, after, expired } = change;
  if (expired) return null;
  if (pk.startsWith(person)) return ofPerson(pk.slice(person.length), sk, before, after);
  if (pk.startsWith(entity)) return ofEntity(pk.slice(entity.length), sk, before, after);
  return null;
}

function ofPerson(
  id: string,
  sk: string,
  before: Image | undefined,
  after: Image | undefined,
): CredentialConcern | null {
  if (sk === 'PERSON') {
    return ofSubject('person', id, before, after, [holderFields, holderParticulars]);
  }
  // A new or ended residency that is not the last one does not affect the person.
  if (sk.startsWith('RESIDENCY#')) return { kind: 'person', id };
  if (!sk.startsWith(credentialKeys.sk)) return null;
  // It was issued during a change of something that it states, so it is checked immediately,
  // whichever came first.
  if (before === undefined) return { kind: 'person', id };
  // An erasure has deleted it: its status-list index must stay revoked.
  if (after === undefined && (before['revokedAt'] ?? null) === null) return placeIn(before);
  return null;
}

function ofEntity(
  id: string,
  sk: string,
  before: Image | undefined,
  after: Image | undefined,
): CredentialConcern | null {
  if (sk === 'ENTITY') {
    return ofSubject('entity', id, before, after, [entityFields, entityParticulars]);
  }
  const personId = before?.['personId'];
  const ended = sk.startsWith('REPRESENTATIVE#') && after === undefined;
  return ended && typeof personId === 'string' ? { kind: 'person', id: personId } : null;
}

function ofSubject(
  kind: 'person' | 'entity',
  id: string,
  before: Image | undefined,
  after: Image | undefined,
  [fields, particulars]: readonly [readonly string[], readonly string[]],
): CredentialConcern | null {
  if (before === undefined) return null;
  if (after === undefined) return { kind, id };
  const version = Number(after['version']);
  if (differs(before, after, particulars)) return { kind, id, renamedIn: version };
  return differs(before, after, fields) ? { kind, id } : null;
}

function differs(before: Image, after: Image, fields: readonly string[]): boolean {
  return fields.some((field) => !isSameValue(before[field], after[field]));
}

function placeIn(credential: Image): CredentialConcern | null {
  const place = placeOf(credential['status']);
  const { expiresAt, copies } = credential;
  if (place === null || typeof expiresAt !== 'string') return null;
  const others = Array.isArray(copies) ? copies : [];
  const more = others.flatMap((copy) => placeOf(Object(copy).status) ?? []);
  return { kind: 'place', ...place, ...(more.length > 0 && { more }), expiresAt };
}

function placeOf(status: unknown): PlaceOnList | null {
  const { list, index } = Object(status);
  return typeof list === 'string' && typeof index === 'number' ? { list, index } : null;
}
