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

/** The holder as the register has them now. */
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

/** The entity as the register has it now. */
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
 * Why a credential must be revoked; null if its claims are still true. The decision depends only on the current state,
 * so it is the same however often, late or out of order it is made.
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
  // Another one was granted since: it says another type, or another end.
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
  if (entity === null || entity.annulment !== undefined) return 'standing_lost';
  const { dissolutionDate, residency } = entity;
  if (dissolutionDate !== null && dissolutionDate < expiresAt) return 'entity_dissolved';
  if (!isCertain(entity, now)) return 'standing_lost';
  // A credential ends with the term that it was issued in: this end was set since.
  if (endsBefore(residency, expiresAt)) return 'standing_lost';
  return represents ? null : 'representation_ended';
}

function endsBefore({ terminationDate }: ResidencyPeriod, at: string): boolean {
  return terminationDate !== null && terminationDate < at;
}

type Image = Readonly<Record<string, unknown>>;

/** A change of the table, as its stream tells it. */
export interface ChangeOfItem {
  readonly pk: string;
  readonly sk: string;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
  /** That its time to live removed the item. */
  readonly expired: boolean;
}

interface PlaceOnList {
  readonly list: string;
  readonly index: number;
}

/** The credentials to check after a change, or the place of a list to set to "invalid". */
export type CredentialConcern =
  | {
      readonly kind: 'person' | 'entity';
      readonly id: string;
      /** The version since which names or numbers are others; absent: they are as they were. */
      readonly renamedIn?: number | undefined;
    }
  | {
      readonly kind: 'place';
      readonly list: string;
      readonly index: number;
      /** Those of its copies, in the same form. */
      readonly more?: readonly PlaceOnList[] | undefined;
      readonly expiresAt: string;
    };

const person = 'PERSON#';
const entity = 'ENTITY#';

/** Fields on which it depends whether a holder's credentials count, and those that credentials repeat. */
const holderFields = ['status', 'suspension', 'erasure', 'residency'];
const holderParticulars = ['givenName', 'surname', 'dateOfBirth', 'residentPermitNumber'];
const entityFields = ['optionId', 'dissolutionDate', 'residency', 'annulment', 'taxState'];
const entityParticulars = ['name', 'extension', 'residentPermitNumber'];

/** Items whose changes affect credentials, and that no one else is notified about: prefixes of partition and sort key. */
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
    return ofThing('person', id, before, after, [holderFields, holderParticulars]);
  }
  // A grant or an end of a residency that is not the last one leaves the person alone.
  if (sk.startsWith('RESIDENCY#')) return { kind: 'person', id };
  if (!sk.startsWith(credentialKeys.sk)) return null;
  // It was issued while something that it states changed: it is checked immediately, whichever came first.
  if (before === undefined) return { kind: 'person', id };
  // An erasure has removed it: its place on the status list must stay invalid.
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
    return ofThing('entity', id, before, after, [entityFields, entityParticulars]);
  }
  const personId = before?.['personId'];
  const ended = sk.startsWith('REPRESENTATIVE#') && after === undefined;
  return ended && typeof personId === 'string' ? { kind: 'person', id: personId } : null;
}

function ofThing(
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
