import type { Annulment } from '../../kernel/domain/annulment.ts';
import { isActive, type ResidencyPeriod } from '../../people/domain/residency.ts';
import type { StandingFacts } from '../../registry/domain/good-standing.ts';
import { isCertain } from '../../registry/domain/good-standing.ts';
import type { CredentialKind, RevocationReason } from './credential.ts';

/** What of a credential decides on whether it still counts. */
export interface JudgedCredential {
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

export interface CredentialFacts {
  readonly holder: JudgedHolder | null;
  /** Of a credential about an entity. */
  readonly entity: JudgedEntity | null;
  /** Whether the holder represents it. */
  readonly represents: boolean;
}

/**
 * Why a credential may stand no longer; null: what it says is true, and will be until its end as far as the register knows. Decided
 * by how things are, not by what has changed: the answer is the same however often, late, or out of order it is asked for.
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
