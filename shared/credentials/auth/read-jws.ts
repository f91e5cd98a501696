import { JOSEError } from 'jose/errors';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';

/** A JWS in compact form, as far as it can be read without a key: nothing of it is verified. */
export interface ReadJws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The parts of a text that has the form of a JWS with an object inside; null for every other text. */
export function readJws(text: string): ReadJws | null {
  const [header, payload, signature, ...more] = text.split('.').map(decoded);
  if (header === undefined || payload === undefined || signature === undefined) return null;
  if (header === null || payload === null || more.length > 0) return null;
  return { header, payload };
}

/** The object that a part holds; null: it holds none, as a signature does. */
function decoded(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

/** Whether the text is signed with the key, with ES256 and nothing else, and is of the type. */
export async function isSignedWith(key: Key, text: string, typ: string): Promise<boolean> {
  try {
    const { protectedHeader } = await compactVerify(text, key, { algorithms: ['ES256'] });
    return protectedHeader.typ === typ;
  } catch (error) {
    if (error instanceof JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

const HolderKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});

/** The key of a holder, as a credential names it; null for what is none. */
export async function holderKeyOf(jwk: unknown): Promise<Key | null> {
  const parsed = z.safeParse(HolderKey, jwk);
  if (!parsed.success) return null;
  try {
    return await importJWK({ ...parsed.data }, 'ES256');
  } catch {
    return null;
  }
}
