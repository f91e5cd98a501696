import type * as z from 'zod/mini';
import { claimsOf, scopeOfKind, vctOf } from '../domain/configurations.ts';
import { batchSize, type CredentialKind } from '../domain/credential.ts';
import {
  contentEncryptions,
  keyAgreement,
  type PublicEncryptionKey,
} from '../domain/encryption.ts';
import { holderAlgorithms } from '../domain/holder-algorithms.ts';
import type { IssuerMetadata, TypeMetadata } from './issuance.ts';

type Words = Readonly<Record<'en' | 'es', string>>;

/** What wallets call things: they show them in the language of their owner. */
const names: Readonly<Record<CredentialKind, Words>> = {
  residency: { en: 'Residency', es: 'Residencia' },
  good_standing: {
    en: 'Good standing of a legal entity',
    es: 'Vigencia de una persona jurídica',
  },
};
const descriptions: Readonly<Record<CredentialKind, Words>> = {
  residency: {
    en: 'That its holder is a resident',
    es: 'Que su titular es residente',
  },
  good_standing: {
    en: 'That a legal entity which its holder represents is in good standing',
    es: 'Que una persona jurídica que su titular representa está al día',
  },
};
const claimNames: Readonly<Record<string, Words>> = {
  given_name: { en: 'Given name', es: 'Nombre' },
  family_name: { en: 'Surname', es: 'Apellidos' },
  residency_type: { en: 'Type of residency', es: 'Tipo de residencia' },
  resident_permit_number: { en: 'Resident permit number', es: 'Número de permiso de residente' },
  resident_since: { en: 'Resident since', es: 'Residente desde' },
  entity_name: { en: 'Name', es: 'Nombre' },
  entity_type: { en: 'Type', es: 'Tipo' },
  standing: { en: 'Standing', es: 'Situación' },
  incorporation_date: { en: 'Date of incorporation', es: 'Fecha de constitución' },
  jurisdiction: { en: 'Jurisdiction', es: 'Jurisdicción' },
};
const languages = ['en', 'es'] as const;

/** All that a wallet needs to know of this issuer (OpenID4VCI 1.0, section 12.2.4). `encryptionKey`: for requests that it encrypts. */
export function describeIssuer(
  baseUrl: string,
  jurisdiction: string,
  encryptionKey: PublicEncryptionKey,
): IssuerMetadata {
  return {
    credential_issuer: baseUrl,
    credential_endpoint: `${baseUrl}/api/credentials/credential`,
    nonce_endpoint: `${baseUrl}/api/credentials/nonce`,
    notification_endpoint: `${baseUrl}/api/credentials/notification`,
    batch_credential_issuance: { batch_size: batchSize },
    credential_request_encryption: {
      jwks: { keys: [encryptionKey] },
      enc_values_supported: [...contentEncryptions],
      encryption_required: false,
    },
    credential_response_encryption: {
      alg_values_supported: [keyAgreement],
      enc_values_supported: [...contentEncryptions],
      encryption_required: false,
    },
    display: languages.map((locale) => ({ name: jurisdiction, locale })),
    credential_configurations_supported: {
      residency: configurationOf('residency', baseUrl),
      good_standing: configurationOf('good_standing', baseUrl),
    },
  };
}

type Configuration = IssuerMetadata['credential_configurations_supported'][string];

function configurationOf(kind: CredentialKind, baseUrl: string): Configuration {
  const claims = claimsOf[kind].map((name) => ({
    path: [name],
    display: languages.map((locale) => ({ name: nameOf(name, locale), locale })),
  }));
  return {
    format: 'dc+sd-jwt',
    vct: vctOf(baseUrl, kind),
    scope: scopeOfKind(kind),
    cryptographic_binding_methods_supported: ['jwk'],
    credential_signing_alg_values_supported: ['ES256'],
    proof_types_supported: {
      jwt: { proof_signing_alg_values_supported: [...holderAlgorithms] },
      attestation: { proof_signing_alg_values_supported: [...holderAlgorithms] },
    },
    credential_metadata: { display: shown(kind), claims },
  };
}

/** The description of a type, for whoever finds a credential of it. */
export function describeType(kind: CredentialKind, baseUrl: string): z.output<typeof TypeMetadata> {
  return {
    vct: vctOf(baseUrl, kind),
    name: names[kind].en,
    display: shown(kind),
    claims: claimsOf[kind].map((name) => ({
      path: [name],
      display: languages.map((locale) => ({ label: nameOf(name, locale), locale })),
      sd: 'always',
    })),
  };
}

function shown(kind: CredentialKind) {
  return languages.map((locale) => ({
    name: names[kind][locale],
    locale,
    description: descriptions[kind][locale],
  }));
}

function nameOf(claim: string, locale: 'en' | 'es'): string {
  return claimNames[claim]?.[locale] ?? claim;
}
