import * as z from 'zod/mini';

const text = z.optional(z.string());

/** A client's logout request (OpenID Connect RP-Initiated Logout 1.0, section 2); other fields are ignored. */
export const LogoutParameters = z.object({
  id_token_hint: text,
  client_id: text,
  post_logout_redirect_uri: text,
  state: text,
});
export type LogoutParameters = z.output<typeof LogoutParameters>;
