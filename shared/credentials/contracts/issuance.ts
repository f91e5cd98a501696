import * as z from 'zod/mini';
import { type Locale, locales } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  contentEncryptions,
  holderAlgorithms,
  keyAgreement,
  type PublicEncryptionKey,
} from '../domain/algorithms.ts';
import { claimsOf, scopeOfKind, vctOf } from '../domain/configurations.ts';
import { batchSize, type CredentialKind, credentialKinds } from '../domain/credential.ts';
import { notificationEvents } from '../domain/notification.ts';
import { credentialTexts } from '../texts/index.ts';

/** Body of the credential endpoint (OpenID4VCI 1.0, section 8.2); other fields are ignored. */
export const CredentialRequest = z.looseObject({
  credential_configuration_id: z.optional(z.string()),
  credential_identifier: z.optional(z.string()),
  proofs: z.optional(
    z.looseObject({
      jwt: z.optional(z.array(z.string()).check(z.minLength(1))),
      attestation: z.optional(z.array(z.string()).check(z.minLength(1))),
    }),
  ),
  credential_response_encryption: z.optional(z.unknown()),
});
/**
 * The encryption of the response; this is the only algorithm. A wallet may offer compression, but
 * responses are never compressed.
 */
export const ResponseEncryption = z.looseObject({
  jwk: z.looseObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    d: z.optional(z.never()),
    alg: z.literal(keyAgreement),
    use: z.optional(z.literal('enc')),
    kid: z.optional(z.string().check(z.maxLength(512))),
  }),
  enc: z.enum(contentEncryptions),
  // Sent by earlier drafts and by the Foundation's test suite, although the key already has it.
  alg: z.optional(z.literal(keyAgreement)),
  zip: z.optional(z.literal('DEF')),
});

export type CredentialRequest = z.output<typeof CredentialRequest>;

export const CredentialResponse = z.object({
  credentials: z.array(z.object({ credential: z.string() })),
  notification_id: z.string(),
});

/** Body of the notification endpoint (OpenID4VCI 1.0, section 11.1); other fields are ignored. */
export const NotificationRequest = z.looseObject({
  notification_id: z.string(),
  event: z.enum(notificationEvents),
  event_description: z.optional(z.string().check(z.regex(/^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/))),
});

export const NonceResponse = z.object({ c_nonce: z.string() });

/** The path of a credential type's metadata. */
export const TypePath = z.object({ kind: z.enum(credentialKinds) });

const Shown = z.array(
  z.object({ name: z.string(), locale: z.string(), description: z.optional(z.string()) }),
);
const Claims = z.array(z.object({ path: z.array(z.string()), display: Shown }));

/** OpenID4VCI 1.0, section 12.2.4. */
export const IssuerMetadata = z.object({
  credential_issuer: z.string(),
  credential_endpoint: z.string(),
  nonce_endpoint: z.string(),
  notification_endpoint: z.string(),
  batch_credential_issuance: z.object({ batch_size: z.int() }),
  credential_request_encryption: z.object({
    jwks: z.object({
      keys: z.array(
        z.object({
          ...{ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() },
          ...{ use: z.string(), alg: z.string(), kid: z.string() },
        }),
      ),
    }),
    enc_values_supported: z.array(z.string()),
    encryption_required: z.literal(false),
  }),
  credential_response_encryption: z.object({
    alg_values_supported: z.array(z.string()),
    enc_values_supported: z.array(z.string()),
    encryption_required: z.literal(false),
  }),
  display: Shown,
  credential_configurations_supported: z.record(
    z.string(),
    z.object({
      format: z.literal('dc+sd-jwt'),
      vct: z.string(),
      scope: z.string(),
      cryptographic_binding_methods_supported: z.array(z.string()),
      credential_signing_alg_values_supported: z.array(z.string()),
      proof_types_supported: z.object({
        jwt: z.object({ proof_signing_alg_values_supported: z.array(z.string()) }),
        attestation: z.object({ proof_signing_alg_values_supported: z.array(z.string()) }),
      }),
      credential_metadata: z.object({ display: Shown, claims: Claims }),
    }),
  ),
});
export type IssuerMetadata = z.output<typeof IssuerMetadata>;

/** Where verifiers get the keys (SD-JWT VC, section 5). */
export const VcIssuer = z.object({ issuer: z.string(), jwks_uri: z.string() });

/** The metadata of a credential type (SD-JWT VC, section 6). */
export const TypeMetadata = z.object({
  vct: z.string(),
  name: z.string(),
  display: z.array(
    z.object({ name: z.string(), locale: z.string(), description: z.optional(z.string()) }),
  ),
  claims: z.array(
    z.object({
      path: z.array(z.string()),
      display: z.array(z.object({ label: z.string(), locale: z.string() })),
      sd: z.literal('always'),
    }),
  ),
});

/** The languages with display names for wallets. */
const languages = locales.filter((locale) => locale in credentialTexts);
const textsFor = byLocale(credentialTexts);

/**
 * This issuer's metadata for wallets (OpenID4VCI 1.0, section 12.2.4). `encryptionKey` is for
 * encrypted requests.
 */
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

/** The metadata of a credential type, for verifiers and wallets. */
export function describeType(kind: CredentialKind, baseUrl: string): z.output<typeof TypeMetadata> {
  return {
    vct: vctOf(baseUrl, kind),
    name: credentialTexts.en.names[kind],
    display: shown(kind),
    claims: claimsOf[kind].map((name) => ({
      path: [name],
      display: languages.map((locale) => ({ label: nameOf(name, locale), locale })),
      sd: 'always',
    })),
  };
}

function shown(kind: CredentialKind) {
  return languages.map((locale) => {
    const { names, descriptions } = textsFor({ locale });
    return { name: names[kind], locale, description: descriptions[kind] };
  });
}

function nameOf(claim: string, locale: Locale): string {
  return textsFor({ locale }).claims[claim] ?? claim;
}
