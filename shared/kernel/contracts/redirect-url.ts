import * as z from 'zod/mini';
import { originPattern } from './origin-pattern.ts';
import { rule } from './rule.ts';
import { isClean } from './text.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The host as every URL parser sees it: some take a backslash for a slash, and some for part of a user name.
 */
const plainHost = /^https?:\/\/[^/?#\\]+(?:[/?#]|$)/i;

function isSafeRedirect(text: string): boolean {
  if (!plainHost.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  // A wildcard host, or one that would end its source in the Content-Security-Policy that will name it.
  if (/[*;,]/.test(hostname)) return false;
  return protocol === 'https:' || (protocol === 'http:' && loopback.has(hostname));
}

/**
 * Where a browser is sent back to: an absolute URL, `https`, or `http` on the caller's own machine; at
 * most 2000 characters, no user name in it. Output is the URL as it was sent.
 */
export const RedirectUrl = z
  .string()
  .check(
    z.maxLength(2000),
    isClean(),
    rule(
      { format: 'uri', pattern: `^${originPattern}(?:[/?#][!-\\[\\]-~]*)?$` },
      z.refine(isSafeRedirect, { error: 'Must be an absolute https URL, or http on localhost' }),
    ),
  );
