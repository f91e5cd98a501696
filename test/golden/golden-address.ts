/**
 * The recorded service's address: tokens name it as their issuer, and cookies have the prefix of
 * `https`.
 */
export const goldenAddress = 'https://registry.example';

/** The version whose items are stored here. */
export const goldenVersion = '1.0.0';

/** The secret that seals page tokens. */
export const goldenSealSecret = 'test data: opens nothing anywhere';
