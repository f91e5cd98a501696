/** Where the service answers, and the host that its passkeys belong to (WebAuthn's RP ID) where a deployment names one. */
export interface Party {
  readonly baseUrl: string;
  readonly passkeyRpId?: string | undefined;
}

/** Who asks for passkeys: the host that they belong to, and the one origin whose pages may use them. */
export function relyingParty({ baseUrl, passkeyRpId }: Party): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(baseUrl);
  return { id: passkeyRpId ?? hostname, origin };
}
