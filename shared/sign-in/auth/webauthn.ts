/**
 * What is used of the library. It is read when a ceremony is checked, not when the function starts: with what it reads certificates
 * by, it is most of the function's code, and a page that offers a ceremony needs none of it.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
export {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
