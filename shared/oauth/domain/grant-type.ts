export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** With what wallets take up offers of credentials, registered or not (OpenID4VCI 1.0). */
export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';

/** What a client can exchange for tokens, and ask for with it. */
export const grantTypes = ['authorization_code', 'refresh_token', deviceGrant] as const;
export type GrantType = (typeof grantTypes)[number];

/** Whether a client may use a grant: one that registered itself, those that it registered for; every other one, all. */
export function mayUse(
  { grantTypes: registered }: { readonly grantTypes: readonly GrantType[] | null },
  grant: GrantType,
): boolean {
  return registered === null || registered.includes(grant);
}
