import * as z from 'zod/mini';
import { destination } from '../domain/redirect-destination.ts';
import { originPattern } from './origin-pattern.ts';
import { rule } from './rule.ts';
import { isClean } from './text.ts';

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
