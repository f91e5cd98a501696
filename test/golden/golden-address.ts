/** Where the recorded service was: tokens name it as their issuer, cookies have the prefix of `https`. */
export const goldenAddress = 'https://registry.example';

/** The version whose items are kept. */
export const goldenVersion = '1.0.0';

/** What tokens of pages are sealed with. */
export const goldenSealSecret = 'test data: opens nothing anywhere';
