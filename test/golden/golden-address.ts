/** Where the recorded service was: tokens name it as their issuer, cookies have the prefix of `https`. */
export const goldenAddress = 'https://registry.example';
