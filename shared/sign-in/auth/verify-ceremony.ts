import { publicKeyAlgorithms } from './ceremony-options.ts';
import type { Creation, Use } from './ceremony-responses.ts';
import { type Party, relyingParty } from './relying-party.ts';
import { type CoseKey, isSound } from './sound-key.ts';

/** What a ceremony has shown of a passkey. */
export interface MadePasskey {
  readonly credentialId: string;
  /** COSE, in base64url. */
  readonly publicKey: string;
  readonly signCount: number;
  readonly synced: boolean;
}

/**
 * Checks what a browser says of a new passkey (WebAuthn Level 3, section 7.1): made for this challenge, on a page of our
 * origin that is in no frame of another, for our RP ID, with its user present and verified. Null where it was not.
 *
 * No attestation is asked for, and none is looked at: the library would fetch lists of revoked certificates from where
 * a stranger's certificate says.
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
    // A map of COSE's labels, which the library's type hides.
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
 * Checks what a browser says of a passkey that was used (section 7.2), in the same way; the answer is its counter, which
 * is not judged here. Null where it was not used, or not for this, or says otherwise than when it was made whether it
 * may be kept in several places: that never changes, and `amr` says it.
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
        // Ours is the rule of the counter, which suspends a passkey: with 0 the library has none.
        counter: 0,
      },
    });
    const isSynced = authenticationInfo.credentialDeviceType === 'multiDevice';
    return verified && isSynced === synced ? { signCount: authenticationInfo.newCounter } : null;
  });
}

/** The library throws plain errors for whatever is wrong with a response; it calls nobody that could fail. */
async function unlessWrong<T>(check: () => Promise<T | null>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}

/** Whether the page was in a frame of another origin, which ours never are. The library lets it pass. */
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
