import * as z from 'zod/mini';
import { destination } from '../domain/redirect-destination.ts';
import { rule } from './rule.ts';
import { isClean } from './text.ts';

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const host = `(?:${label}\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?`;
const port =
  '(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?';

/** How an `https` origin is written, as below. */
export const httpsOriginPattern = `https://${host}${port}`;

/**
 * How the origin of a URL is written that a browser may be sent to: `https`, or `http` on the own machine. Narrower
 * than what a browser's parser makes of an address (names in other scripts, numbers in other forms).
 */
export const originPattern = `(?:https://${host}|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))${port}`;

/**
 * Where a browser is sent back to: an absolute URL, `https`, or `http` on the caller's own machine; at
 * most 2000 characters, no user name in it. Output is the URL as it was sent.
 */
export const RedirectUrl = z.string().check(
  z.maxLength(2000),
  isClean(),
  rule(
    { format: 'uri', pattern: `^${originPattern}(?:[/?#][!-\\[\\]-~]*)?$` },
    z.refine((text) => destination(text) !== null, {
      error: 'Must be an absolute https URL, or http on localhost',
    }),
  ),
);
