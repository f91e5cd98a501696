import type { CredentialScope } from '../../kernel/domain/scopes.ts';
import type { CredentialKind } from './credential.ts';

/** The credential that a wallet requests by name. */
export const configurationIds = { residency: 'residency', good_standing: 'good_standing' } as const;

/** The kind of a configuration; null for an unknown name. */
export function kindOfConfiguration(id: string): CredentialKind | null {
  return id === 'residency' || id === 'good_standing' ? id : null;
}

/** The scope with which a wallet requests this kind through a sign-in. */
export function scopeOfKind<K extends CredentialKind>(kind: K): `credential:${K}` {
  return `credential:${kind}`;
}

export function kindOfScope(scope: CredentialScope): CredentialKind {
  return scope === 'credential:residency' ? 'residency' : 'good_standing';
}

/** The type of a credential (`vct`), which is also the URL of its metadata. */
export function vctOf(baseUrl: string, kind: CredentialKind): string {
  return `${baseUrl}/credentials/types/${kind}`;
}

/** The audience of tokens for credentials. No other route accepts them. */
export function credentialAudience(baseUrl: string): string {
  return `${baseUrl}/api/credentials`;
}

/**
 * The claims of each kind, in addition to those of every credential (`iss`, `vct`, `cnf`, `status`,
 * `iat`, `exp`). All of them are selectively disclosable.
 */
export const claimsOf = {
  residency: [
    'given_name',
    'family_name',
    'residency_type',
    'resident_permit_number',
    'resident_since',
    'jurisdiction',
  ],
  good_standing: [
    'entity_name',
    'entity_type',
    'resident_permit_number',
    'standing',
    'incorporation_date',
    'jurisdiction',
  ],
} as const;

/** A selectively disclosable claim. */
export type ClaimName = (typeof claimsOf)[CredentialKind][number];

export const claimNames: readonly ClaimName[] = [
  ...new Set<ClaimName>([...claimsOf.residency, ...claimsOf.good_standing]),
];
