/** What tokens can be signed with: RS256, unless a client asks for another (spec 4.1; FAPI 2.0, 5.4). */
export const tokenAlgorithms = ['RS256', 'ES256', 'PS256'] as const;
export type TokenAlgorithm = (typeof tokenAlgorithms)[number];

export type OtherAlgorithm = Exclude<TokenAlgorithm, 'RS256'>;

/** Whether tokens of ours can be signed with it. */
export function isTokenAlgorithm(text: string | undefined): text is TokenAlgorithm {
  return tokenAlgorithms.some((alg) => alg === text);
}
