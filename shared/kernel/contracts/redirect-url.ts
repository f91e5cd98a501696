import * as z from 'zod/mini';
import { destination } from '../domain/redirect-destination.ts';
import { rule } from './rule.ts';
import { isClean } from './text.ts';

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?';
const host = `(?:${label}\\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?`;
const port =
  '(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?';

/** The syntax of an `https` origin, as below. */
export const httpsOriginPattern = `https://${host}${port}`;

/**
 * The syntax of the origin of a URL that a browser may be sent to: `https`, or `http` on the same
 * machine. It is stricter than browsers' parsers: no names in other scripts and no other notations
 * of numbers.
 */
export const originPattern = `(?:https://${host}|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))${port}`;

/**
 * A redirect URL: absolute, `https`, or `http` on the caller's own machine; at most 2000
 * characters, without a user name. The output is the URL as it was sent.
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
