import * as z from 'zod/mini';

const text = z.optional(z.string());

/** What a client sends with a logout (OpenID Connect RP-Initiated Logout 1.0, section 2); the rest is ignored. */
export const LogoutParameters = z.object({
  id_token_hint: text,
  client_id: text,
  post_logout_redirect_uri: text,
  state: text,
});
export type LogoutParameters = z.output<typeof LogoutParameters>;
