import * as z from 'zod/mini';
import { rule } from '../../kernel/contracts/rule.ts';
import { isClean } from '../../kernel/contracts/text.ts';
import { charactersPattern } from '../../kernel/contracts/text-pattern.ts';
import { refusedCharacter } from '../../kernel/domain/refused-character.ts';

const mostKeys = 50;
const longestKey = 100;
/** Bytes of all keys and values together, in UTF-8. */
const mostBytes = 20_000;

const freeText = { variationSelectors: true };

/**
 * What an integrator notes of an application for itself: a map of texts, kept as it was sent. A bad key is a
 * violation of the whole map, because violations don't name places that the sender has named.
 */
export const Analytics = z
  .record(z.string(), z.string().check(z.maxLength(2000), isClean(freeText)))
  .check(
    rule(
      { maxProperties: mostKeys },
      z.refine((sent) => Object.keys(sent).length <= mostKeys, {
        error: `Must have at most ${mostKeys} keys`,
      }),
    ),
    rule(
      { propertyNames: { minLength: 1 } },
      z.refine((sent) => !Object.hasOwn(sent, ''), { error: 'A key must not be empty' }),
    ),
    rule(
      { propertyNames: { maxLength: longestKey } },
      z.refine((sent) => Object.keys(sent).every((key) => key.length <= longestKey), {
        error: `A key must have at most ${longestKey} characters`,
      }),
    ),
    rule(
      { propertyNames: { pattern: charactersPattern(freeText) } },
      z.refine(
        (sent) => Object.keys(sent).every((key) => refusedCharacter(key, freeText) === null),
        {
          error: 'A key must not contain control characters or invisible ones',
        },
      ),
    ),
    z.refine((sent) => Buffer.byteLength(Object.entries(sent).flat().join('')) <= mostBytes, {
      error: `Keys and values together must have at most ${mostBytes} bytes`,
    }),
  );
