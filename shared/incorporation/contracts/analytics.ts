import * as z from 'zod/mini';
import { rule } from '../../kernel/contracts/rule.ts';
import { charactersPattern, isClean } from '../../kernel/contracts/text.ts';
import { refusedCharacter } from '../../kernel/domain/refused-character.ts';

const maxKeys = 50;
const maxKeyLength = 100;
/** Bytes of all keys and values together, in UTF-8. */
const maxBytes = 20_000;

const freeText = { variationSelectors: true };

/**
 * What an integrator notes of an application for itself: a map of texts, kept as it was sent. A bad key is a
 * violation of the whole map, because violations don't name places that the sender has named.
 */
export const Analytics = z
  .record(z.string(), z.string().check(z.maxLength(2000), isClean(freeText)))
  .check(
    rule(
      { maxProperties: maxKeys },
      z.refine((sent) => Object.keys(sent).length <= maxKeys, {
        error: `Must have at most ${maxKeys} keys`,
      }),
    ),
    rule(
      { propertyNames: { minLength: 1 } },
      z.refine((sent) => !Object.hasOwn(sent, ''), { error: 'A key must not be empty' }),
    ),
    rule(
      { propertyNames: { maxLength: maxKeyLength } },
      z.refine((sent) => Object.keys(sent).every((key) => key.length <= maxKeyLength), {
        error: `A key must have at most ${maxKeyLength} characters`,
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
    z.refine((sent) => Buffer.byteLength(Object.entries(sent).flat().join('')) <= maxBytes, {
      error: `Keys and values together must have at most ${maxBytes} bytes`,
    }),
  );
