/**
 * How everybody signs in, as tokens say it (`acr`): with a code or link that was mailed to them and works once,
 * and nothing else.
 */
export const authenticationContext = 'urn:registry:acr:mailed-code';

/** The same as a list of methods (`amr`, RFC 8176): a one-time password. */
export const authenticationMethods = ['otp'] as const;
