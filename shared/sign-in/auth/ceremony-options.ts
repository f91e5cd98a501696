import { ceremonyLifetime, type OfferedChallenge } from '../domain/ceremony.ts';
import { userHandleOf } from './ceremony-responses.ts';

/** COSE's numbers of the signatures that are taken: EdDSA, ES256, RS256. */
export const publicKeyAlgorithms = [-8, -7, -257] as const;

/** What a browser is asked when a passkey is made: `PublicKeyCredentialCreationOptionsJSON` of Level 3. */
export function creationOptions(
  { challenge }: OfferedChallenge,
  asked: {
    readonly rpId: string;
    readonly rpName: string;
    readonly person: { readonly id: string; readonly email: string; readonly name: string };
    /** Of the passkeys that there are: their authenticators make no second one. */
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

/** What a browser is asked when a passkey is used: any of ours, so that nobody has to say who they are. */
export function useOptions({ challenge }: OfferedChallenge, rpId: string) {
  return { challenge, rpId, userVerification: 'required', timeout: ceremonyLifetime };
}
