import * as z from 'zod/mini';
import { Name } from '../../kernel/contracts/text.ts';
import { grantTypes, tokenAlgorithms } from '../domain/client-metadata.ts';
import { HttpsUri, RedirectUris, Uri } from './admin-clients.ts';
import { RequestObjectKey } from './client-keys.ts';

/** The authentication methods that a client can register (RFC 7591, section 2). */
const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

const described = {
  client_name: Name(200),
  redirect_uris: z.optional(RedirectUris),
  token_endpoint_auth_method: z.optional(z.enum(methods)),
  grant_types: z.optional(z.array(z.enum(grantTypes)).check(z.maxLength(3))),
  response_types: z.optional(z.array(z.literal('code')).check(z.maxLength(1))),
  scope: z.optional(z.string().check(z.maxLength(1000))),
  jwks_uri: z.optional(Uri),
  policy_uri: z.optional(HttpsUri),
  post_logout_redirect_uris: z.optional(RedirectUris),
  frontchannel_logout_uri: z.optional(Uri),
  backchannel_logout_uri: z.optional(Uri),
  backchannel_logout_session_required: z.optional(z.boolean()),
  id_token_signed_response_alg: z.optional(z.enum(tokenAlgorithms)),
  dpop_bound_access_tokens: z.optional(z.boolean()),
  require_pushed_authorization_requests: z.optional(z.boolean()),
};

/** Any public key. Keys that can't sign for a client are ignored, as they are at its `jwks_uri`. */
const ShownKey = z.looseObject({
  kty: z.string(),
  d: z.optional(
    z.never({
      error:
        'Must be a public key. You sent a private key: replace it, because it is no longer secret.',
    }),
  ),
});

/** Body of `POST /api/oauth/register` (RFC 7591, section 2). Other members are ignored. */
export const ClientMetadata = z.object({
  ...described,
  jwks: z.optional(z.object({ keys: z.array(ShownKey).check(z.maxLength(5)) })),
});
export type ClientMetadata = z.output<typeof ClientMetadata>;

/** The registered client (RFC 7591, section 3.2.1). Instants are in Unix seconds; 0 means never. */
export const ClientInformation = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.optional(z.string()),
  client_secret_expires_at: z.optional(z.int()),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.enum(methods),
  grant_types: z.array(z.enum(grantTypes)),
  response_types: z.array(z.literal('code')),
  scope: z.string(),
  jwks: z.optional(z.object({ keys: z.array(RequestObjectKey) })),
  jwks_uri: z.optional(z.string()),
  policy_uri: z.optional(z.string()),
  post_logout_redirect_uris: z.optional(z.array(z.string())),
  frontchannel_logout_uri: z.optional(z.string()),
  backchannel_logout_uri: z.optional(z.string()),
  backchannel_logout_session_required: z.optional(z.boolean()),
  id_token_signed_response_alg: z.enum(tokenAlgorithms),
  dpop_bound_access_tokens: z.boolean(),
  require_pushed_authorization_requests: z.boolean(),
});
export type ClientInformation = z.output<typeof ClientInformation>;

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: Name(80),
  redirect_uris: RedirectUris.check(z.minLength(1)),
  token_endpoint_auth_method: z._default(z.literal('none'), 'none'),
  grant_types: z._default(
    z.array(z.string()).check(z.refine((types) => types.includes('authorization_code'))),
    ['authorization_code'],
  ),
  response_types: z._default(
    z.array(z.string()).check(z.refine((types) => types.includes('code'))),
    ['code'],
  ),
  policy_uri: z.optional(HttpsUri),
  client_secret: z.optional(z.never()),
});

/**
 * The client metadata in the document at `url`; null if it is invalid, or has another client's id.
 * The name includes the host, its only verified part.
 */
export function readClientDocument(
  text: string,
  url: string,
): {
  readonly name: string;
  readonly privacyUri: string | null;
  readonly redirectUris: string[];
} | null {
  const read = z.safeParse(ClientDocument, parsed(text));
  if (!read.success || read.data.client_id !== url) return null;
  const { client_name: name, redirect_uris: redirectUris, policy_uri: privacyUri } = read.data;
  return { name: `${name} (${new URL(url).host})`, privacyUri: privacyUri ?? null, redirectUris };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
