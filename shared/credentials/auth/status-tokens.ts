import { deflateSync } from 'node:zlib';
import {
  packedStatuses,
  statusListAge,
  statusListLifetime,
  statusListTtl,
  statusListUri,
} from '../domain/status-list.ts';
import type { CredentialSigner } from './credential-signer.ts';

/** Signed status lists. */
export interface StatusTokens {
  /** The list with these revoked places, as a Status List Token (a JWT). */
  of(list: string, revoked: readonly number[]): Promise<string>;
}

/** How many lists one process keeps the tokens of: those of three months, with some room. */
const kept = 16;

/** The bits of a list as a token has them: compressed (DEFLATE, RFC 1951, in the format of zlib, RFC 1950) and in base64url. */
export function encodedStatuses(statuses: Uint8Array): string {
  return deflateSync(statuses, { level: 9 }).toString('base64url');
}

/**
 * Signs a list when it is asked for and something on it has changed, or its token is an hour old; who asks in between gets the token
 * of before. So a signature, which costs money where the key is in KMS, is made once an hour and for each revocation in a
 * process, whoever asks how often.
 */
export function openStatusTokens({
  signer,
  baseUrl,
  now,
}: {
  readonly signer: Pick<CredentialSigner, 'sign'>;
  readonly baseUrl: () => string;
  now(): Date;
}): StatusTokens {
  const tokens = new Map<
    string,
    { readonly lst: string; readonly madeAt: number; readonly token: Promise<string> }
  >();
  return {
    of(list, revoked) {
      const at = now().getTime();
      const lst = encodedStatuses(packedStatuses(revoked));
      const known = tokens.get(list);
      if (known?.lst === lst && at >= known.madeAt && at - known.madeAt < statusListAge) {
        return known.token;
      }
      const iat = Math.floor(at / 1000);
      const token = signer.sign(
        { typ: 'statuslist+jwt' },
        {
          sub: statusListUri(baseUrl(), list),
          iat,
          exp: iat + statusListLifetime,
          ttl: statusListTtl,
          status_list: { bits: 1, lst },
        },
      );
      tokens.delete(list);
      tokens.set(list, { lst, madeAt: at, token });
      // What failed is tried again with the next call, which it answers.
      token.catch(() => tokens.delete(list));
      const [oldest] = tokens.keys();
      if (tokens.size > kept && oldest !== undefined) tokens.delete(oldest);
      return token;
    },
  };
}
