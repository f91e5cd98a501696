/**
 * The used parts of the library. It is loaded when a ceremony is verified, not when the function starts: its
 * certificate parser is most of the function's code, and a page that offers a ceremony does not need it.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
export {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
