import * as z from 'zod/mini';
import type { RequestObjectJwk } from '../domain/request-object-key.ts';
import { RequestObjectKey } from './request-object-key.ts';

/** So many keys of a set are looked at. */
const mostKeys = 20;

const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

/**
 * The keys of a JWK Set (RFC 7517) that can sign for a client: public ones of P-256 and RSA. Others, such as those for encryption,
 * are passed over, and so is every private key: it is known to the world. Null for what is no set.
 */
export function readClientKeys(text: string): readonly RequestObjectJwk[] | null {
  const set = z.safeParse(KeySet, parsed(text));
  if (!set.success) return null;
  return signingKeys(set.data.keys.slice(0, mostKeys));
}

/** The keys that can sign for a client, of those that it shows. */
export function signingKeys(
  keys: readonly Readonly<Record<string, unknown>>[],
): readonly RequestObjectJwk[] {
  return keys.flatMap((key) => {
    const read = 'd' in key ? null : z.safeParse(RequestObjectKey, key);
    return read?.success ? [read.data] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
