import { isSameSecret } from '../../kernel/auth/seal.ts';
import { ApiError } from '../../kernel/errors/api-error.ts';
import type { FormValues } from '../../kernel/http/form.ts';
import { csrfField } from '../../kernel/pages/form.ts';

/** Name of the cookie that holds the value which every form repeats. */
export const csrfCookie = 'registry_form';

/** 128 bits in base64url. */
const wellFormed = /^[\w-]{22}$/;

/** The cookie's value, if it can be one of ours. */
export function csrfTokenOf(cookie: string | undefined): string | null {
  return cookie !== undefined && wellFormed.test(cookie) ? cookie : null;
}

/** A token for the forms of one browser: 128 random bits. */
export function newCsrfToken(random: (bytes: number) => Uint8Array): string {
  return Buffer.from(random(16)).toString('base64url');
}

/**
 * Refuses a form that one of our own pages did not send: its hidden field must repeat the cookie, which
 * other sites can neither read nor set, and the browser must not call it another site's.
 *
 * Errors: 403, which the reader sees as a page that says what to do.
 */
export function verifyForm(
  values: FormValues,
  token: string | null,
  baseUrl: string,
  header: (name: string) => string | undefined,
): void {
  const sent = values[csrfField];
  const matches = token !== null && typeof sent === 'string' && isSameSecret(sent, token);
  if (!matches || isForeign(baseUrl, header)) {
    throw new ApiError(403, 'The form was not sent from a page of this site. Load the page again.');
  }
}

/**
 * Our pages have the policy `no-referrer`, under which browsers send `Origin: null` with a form, which says
 * nothing. `Sec-Fetch-Site`, where there is one, decides.
 */
function isForeign(baseUrl: string, header: (name: string) => string | undefined): boolean {
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const origin = header('origin');
  return origin !== undefined && origin !== 'null' && origin !== new URL(baseUrl).origin;
}
