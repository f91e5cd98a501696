import { JOSEError } from 'jose/errors';
import { compactVerify } from 'jose/jws/compact/verify';
import { importJWK } from 'jose/key/import';
import * as z from 'zod/mini';

/** A parsed compact JWS, not verified. */
export interface ReadJws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The parts of a text in the form of a JWS whose payload is an object; null for any other text. */
export function readJws(text: string): ReadJws | null {
  const [header, payload, signature, ...more] = text.split('.').map(decoded);
  if (header === undefined || payload === undefined || signature === undefined) return null;
  if (header === null || payload === null || more.length > 0) return null;
  return { header, payload };
}

/** The object in a part; null if it contains none, as in a signature. */
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

/** Whether the text is signed with the key, with ES256, and has the type. */
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

/** A holder's key in a credential; null if it is invalid. */
export async function holderKeyOf(jwk: unknown): Promise<Key | null> {
  const parsed = z.safeParse(HolderKey, jwk);
  if (!parsed.success) return null;
  try {
    return await importJWK({ ...parsed.data }, 'ES256');
  } catch {
    return null;
  }
}
