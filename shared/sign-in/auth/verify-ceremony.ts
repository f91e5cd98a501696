import { createPublicKey, type JsonWebKey } from 'node:crypto';
import * as z from 'zod/mini';
import { ceremonyLifetime, type OfferedChallenge } from '../domain/ceremony.ts';
import { type Party, relyingParty } from './offered-challenge.ts';

/** The verified data of a new passkey. */
interface MadePasskey {
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly synced: boolean;
}

/**
 * Verifies a browser's answer about a new passkey (WebAuthn Level 3, section 7.1): created for this challenge, on a
 * page of our origin outside foreign frames, for our RP ID, with its user present and verified. Null if not. No
 * attestation is requested or checked: the library would fetch revocation lists from addresses in a stranger's
 * certificate.
 */
export async function verifyCreation(
  response: Creation,
  challenge: string,
  deps: Party,
): Promise<MadePasskey | null> {
  const { id, origin } = relyingParty(deps);
  const webauthn = await import('./webauthn.ts');
  return unlessWrong(async () => {
    if (isFramed(response.response.clientDataJSON) || isAttested(response, webauthn)) return null;
    const { verified, registrationInfo } = await webauthn.verifyRegistrationResponse({
      response: {
        ...response,
        response: { ...response.response, transports: [] },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...publicKeyAlgorithms],
    });
    if (!verified) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    // A map of COSE labels, which the library's type hides.
    const key = webauthn.decodeCredentialPublicKey(credential.publicKey) as unknown as CoseKey;
    if (!isSound(credential.id, key)) return null;
    return {
      credentialId: credential.id,
      publicKey: webauthn.isoBase64URL.fromBuffer(credential.publicKey),
      signCount: credential.counter,
      synced: credentialDeviceType === 'multiDevice',
    };
  });
}

/**
 * Verifies a browser's response for a used passkey (section 7.2) in the same way; returns its
 * counter, which the caller checks. Null if it is invalid, or if its backup eligibility has changed
 * since registration: that never changes, and `amr` depends on it.
 */
export async function verifyUse(
  response: Use,
  {
    challenge,
    publicKey,
    synced,
  }: { readonly challenge: string; readonly publicKey: string; readonly synced: boolean },
  deps: Party,
): Promise<{ readonly signCount: number } | null> {
  const { id, origin } = relyingParty(deps);
  const webauthn = await import('./webauthn.ts');
  return unlessWrong(async () => {
    if (isFramed(response.response.clientDataJSON)) return null;
    const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: response.id,
        publicKey: webauthn.isoBase64URL.toBuffer(publicKey),
        // We check the counter ourselves and suspend the passkey; with 0 the library does not check
        // it.
        counter: 0,
      },
    });
    const isSynced = authenticationInfo.credentialDeviceType === 'multiDevice';
    return verified && isSynced === synced ? { signCount: authenticationInfo.newCounter } : null;
  });
}

/** The library throws plain errors for every fault of a response. It makes no calls that could fail. */
async function unlessWrong<T>(check: () => Promise<T | null>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

/**
 * Whether the page was in a frame of another origin, which ours never are. The library accepts
 * that.
 */
function isFramed(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return (
    typeof data === 'object' && data !== null && 'crossOrigin' in data && data.crossOrigin === true
  );
}

/** Whether there is an attestation with certificates, or of a kind that has them. */
function isAttested(
  { response }: Creation,
  { decodeAttestationObject, isoBase64URL }: typeof import('./webauthn.ts'),
): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = decoded.get('fmt');
  return !(
    format === 'none' ||
    (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  );
}

const base64url = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[\w-]+$/));

const credential = {
  id: base64url(2_048),
  rawId: base64url(2_048),
  type: z.literal('public-key'),
};

/** The fields we use of a browser's answer about a new passkey (`PublicKeyCredential.toJSON()` of Level 3). */
export const Creation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(16_384),
    transports: z._default(
      z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10)),
      [],
    ),
  }),
});
export type Creation = z.output<typeof Creation>;

/** The browser's answer about a used passkey. Ours are discoverable, so each identifies its owner. */
export const Use = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: base64url(86),
  }),
});
export type Use = z.output<typeof Use>;

/** The JSON of a response in the page's form; null if it is invalid. */
export function responseIn<S extends z.core.$ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    const { success, data } = z.safeParse(schema, JSON.parse(text));
    return success ? data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A person's id as a user handle, which does not reveal their identity. */
function userHandleOf(personId: string): string {
  return Buffer.from(personId).toString('base64url');
}

/** The person's id in a user handle; null if it is malformed. */
export function personIdIn(userHandle: string): string | null {
  const text = Buffer.from(userHandle, 'base64url').toString();
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : null;
}

/** COSE identifiers of the accepted signature algorithms: EdDSA, ES256, RS256. */
const publicKeyAlgorithms = [-8, -7, -257] as const;

/** The request to create a passkey: `PublicKeyCredentialCreationOptionsJSON` of Level 3. */
export function creationOptions(
  { challenge }: OfferedChallenge,
  asked: {
    readonly rpId: string;
    readonly rpName: string;
    readonly person: { readonly id: string; readonly email: string; readonly name: string };
    /** The existing passkeys: their authenticators create no second one. */
    readonly known: readonly {
      readonly credentialId: string;
      readonly transports: readonly string[];
    }[];
  },
) {
  const { rpId, rpName, person, known } = asked;
  return {
    challenge,
    rp: { id: rpId, name: rpName },
    user: { id: userHandleOf(person.id), name: person.email, displayName: person.name },
    pubKeyCredParams: publicKeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      type: 'public-key',
      id: credentialId,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
    timeout: ceremonyLifetime,
  };
}

/** The request to use a passkey: any of ours, so no address must be entered. */
export function useOptions({ challenge }: OfferedChallenge, rpId: string) {
  return { challenge, rpId, userVerification: 'required', timeout: ceremonyLifetime };
}

/** The maximum length of a credential id in bytes (WebAuthn Level 3, section 4). */
const maxIdBytes = 1_023;

/** Small-order points of Ed25519, without their sign: with such a key, forged signatures verify. */
const smallOrder = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** A COSE key by label (RFC 9053, section 7; RFC 8230, section 4). */
type CoseKey = ReadonlyMap<number, unknown>;

/**
 * Whether a new passkey has a secure key: the library accepts any numbers. A point must be on its
 * curve, and an RSA key must have 2,048 bits and the usual exponent; with the exponent 1 anyone
 * could sign. Throws if it is not a key.
 */
function isSound(credentialId: string, key: CoseKey): boolean {
  if (Buffer.from(credentialId, 'base64url').length > maxIdBytes) return false;
  const part = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url');
  switch (key.get(1)) {
    case 1:
      imported({ kty: 'OKP', crv: 'Ed25519', x: part(-2) });
      return key.get(-1) === 6 && !isSmall(Buffer.from(part(-2), 'base64url'));
    case 2:
      imported({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) });
      return key.get(-1) === 1;
    case 3: {
      const { modulusLength = 0, publicExponent } =
        imported({ kty: 'RSA', n: part(-1), e: part(-2) }).asymmetricKeyDetails ?? {};
      return modulusLength >= 2_048 && modulusLength <= 8_192 && publicExponent === 65_537n;
    }
    default:
      return false;
  }
}

function imported(key: JsonWebKey) {
  return createPublicKey({ format: 'jwk', key });
}

function isSmall(point: Buffer): boolean {
  const unsigned = Buffer.from(point);
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f;
  return smallOrder.has(unsigned.toString('hex'));
}
