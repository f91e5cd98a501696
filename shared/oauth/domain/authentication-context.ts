/**
 * How everybody signs in, as tokens say it (`acr`): with what was mailed to them and works once, and nothing
 * besides.
 */
export const authenticationContext = 'urn:registry:acr:mailed-code';

/** The same as a list of methods (`amr`, RFC 8176): a one-time password. */
export const authenticationMethods = ['otp'] as const;
