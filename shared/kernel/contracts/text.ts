import * as z from 'zod/mini';
import {
  refusedCharacter,
  showsLetterOrDigit,
  type TextRules,
  unharmed,
} from '../domain/refused-character.ts';
import { rule } from './rule.ts';

/**
 * White space that is allowed within a line; with tabs and line ends, everything that trimming
 * removes.
 */
const space = String.raw` \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
const edge = String.raw`[${space}\t-\r\u2028\u2029\ufeff]*`;

/** Allowed in free text only. */
const selectors = String.raw`\u180b-\u180d\u180f\ufe00-\ufe0f\ufffd`;

/**
 * Characters of the Basic Multilingual Plane that every text rejects in any version of Unicode,
 * except surrogates, which some engines can't match.
 */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`;

const asciiPunctuation = '!-/:-@\\[-`{-~';

/**
 * The pattern of `refusedCharacter` and of a minimum length of 1, before trimming. `visible`
 * requires a character other than ASCII punctuation; `empty or visible` requires it unless the text
 * is empty. Runs in linear time.
 */
export function textPattern(
  content: 'any' | 'filled' | 'visible' | 'empty or visible',
  { variationSelectors, lines }: TextRules = {},
): string {
  const never = variationSelectors ? refused : refused + selectors;
  const between = `[${space}${lines ? '\\t\\n\\r\\u2028\\u2029' : ''}]*`;
  const word = `[^${never}${space}]`;
  const more = `(?:${between}${word})*`;
  switch (content) {
    case 'any':
      // There is only one way to match a run of white space: two would take quadratic time.
      return `^${edge}(?:${word}${more}${edge})?$`;
    case 'filled':
      return `^${edge}${word}${more}${edge}$`;
    case 'visible':
    case 'empty or visible': {
      const shown = `[^${never}${space}${asciiPunctuation}]`;
      const name = `(?:[${asciiPunctuation}][${space}${asciiPunctuation}]*)?${shown}${more}${edge}`;
      return content === 'visible' ? `^${edge}${name}$` : `^${edge}(?:${name})?$`;
    }
  }
}

/** A pattern for any text without those characters; not trimmed. */
export function charactersPattern({ variationSelectors }: TextRules): string {
  return `^[^${variationSelectors ? refused : refused + selectors}]*$`;
}

/** A pattern for the text after trimming. */
export function trimmedPattern(left: string): string {
  return `^${edge}${left}${edge}$`;
}

/**
 * Rejects characters that are invisible or mean something other than they show (decisions 2),
 * before trimming. `content` is the other requirement, for the description.
 */
export function isClean(rules: TextRules = {}, content: 'any' | 'filled' = 'any') {
  const found = (text: string) => {
    const refused = refusedCharacter(text.trim(), rules);
    const leading = text.length - text.trimStart().length;
    return refused && { ...refused, position: leading + refused.position };
  };
  return rule(
    { pattern: textPattern(content, rules) },
    z.refine<string>((text) => found(text) === null, {
      error: ({ input }) => {
        const refused = typeof input === 'string' ? found(input) : null;
        return refused === null
          ? 'Must not contain control or invisible characters'
          : `Must not contain ${refused.kind} (character ${refused.position})`;
      },
      // Tells this error from a missing parameter.
      params: { isThere: true },
    }),
  );
}

/** Rejects names without letters and digits. An empty name has its own error. */
const isVisible = (content: 'visible' | 'empty or visible', error: string) =>
  rule(
    { pattern: textPattern(content) },
    z.refine<string>(
      (name) =>
        name.trim() === '' || refusedCharacter(name.trim()) !== null || showsLetterOrDigit(name),
      { error },
    ),
  );

/**
 * Removes the marks that keep names in our emails from becoming links: a copied name contains them.
 */
const asCopied = z.overwrite<string>(unharmed);

/** For searches, not for storage: removes invisible characters. */
export const seen = z.overwrite<string>((text) =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, ''),
);

interface LineOptions {
  readonly reading?: typeof seen;
  /** The error message for a line that is missing, empty or too long. */
  readonly error?: string;
}

/**
 * The same for a name: keeps joiners, which some scripts need, and removes the marks of our emails.
 */
export const seenName = z.overwrite<string>((text) =>
  unharmed(text.replaceAll(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, '')),
);

/** A line of text: 1 to `maxLength` characters after trimming. */
export function Line(maxLength: number, { reading = asCopied, error }: LineOptions = {}) {
  return z
    .string(error)
    .check(
      reading,
      isClean({}, 'filled'),
      z.trim(),
      z.minLength(1, error),
      z.maxLength(maxLength, error),
    );
}

/**
 * A telephone number; one copied from a phone may contain invisible direction marks, which are
 * removed.
 */
export const PhoneNumber = Line(50, { reading: seen });

/** A line of text that may be empty. */
export function OptionalLine(maxLength: number) {
  return z.string().check(asCopied, isClean(), z.trim(), z.maxLength(maxLength));
}

/** A name: a line with at least one letter or digit. */
export function Name(maxLength: number, options: LineOptions = {}) {
  return Line(maxLength, options).check(isVisible('visible', 'Must have a letter or a digit'));
}

/** One of a person's two names, which can be empty: see `oneNameOf`. */
export function OptionalName(maxLength: number) {
  return OptionalLine(maxLength).check(
    isVisible('empty or visible', 'Must have a letter or a digit, or be empty'),
  );
}

/** Requires at least one of two names: some people have only one (ICAO Doc 9303-3, section 4.6). */
export function oneNameOf<One extends string, Other extends string>(one: One, other: Other) {
  return rule(
    { description: `One of \`${one}\` and \`${other}\` may be empty, for a person with one name.` },
    ({
      value,
      issues,
    }: z.core.ParsePayload<Readonly<Partial<Record<One | Other, string | undefined>>>>) => {
      if (value[one] !== '' || value[other] !== '') return;
      issues.push({
        code: 'custom',
        input: '',
        path: [other],
        message: `Must be filled in if \`${one}\` is empty`,
      });
    },
  );
}

/** A required line of free text, such as a reason; it can contain variation selectors. */
export function FreeLine(maxLength: number) {
  return z
    .string()
    .check(
      asCopied,
      isClean({ variationSelectors: true }, 'filled'),
      z.trim(),
      z.minLength(1),
      z.maxLength(maxLength),
    );
}

/** The same, but it can be empty. */
export function OptionalFreeLine(maxLength: number) {
  return z
    .string()
    .check(asCopied, isClean({ variationSelectors: true }), z.trim(), z.maxLength(maxLength));
}

/**
 * Several lines of free text: 1 to `maxLength` characters after trimming. Unicode line ends become
 * LF.
 */
export function FreeText(maxLength: number) {
  return z.string().check(
    asCopied,
    isClean({ variationSelectors: true, lines: true }, 'filled'),
    z.overwrite((text) => text.replaceAll(/[\u2028\u2029]/g, '\n')),
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
  );
}

/** The accepted instants of RFC 3339: no leap seconds, at most nanoseconds. */
const fullInstant = '^[0-9-]{10}T[0-9:]{6}[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$';

/**
 * An ISO 8601 instant with an offset or Z; the output is in UTC with milliseconds. A plain date is
 * its midnight in UTC.
 */
export const Instant = z.pipe(
  z.string().check(
    rule(
      {
        anyOf: [
          { type: 'string', format: 'date-time', pattern: fullInstant },
          { type: 'string', format: 'date' },
        ],
      },
      z.refine(
        (text) =>
          /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text) &&
          isRealDate(text),
        { error: 'Must be an ISO 8601 date-time' },
      ),
    ),
    // ISO 8601 writes other years with a sign and six digits, and stored instants are compared as
    // texts.
    z.refine((text) => !(Math.abs(new Date(text).getUTCFullYear() - 4999.5) > 5000), {
      error: 'Must be within the years 0000 to 9999 in UTC',
    }),
  ),
  z.transform((text: string) => new Date(text).toISOString()),
);

/** Whether the date exists: `Date` would turn 30 February into 1 March. */
function isRealDate(text: string): boolean {
  const day = text.slice(0, 10);
  const instant = Date.parse(text);
  const midnight = Date.parse(day);
  return (
    !Number.isNaN(instant) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(day)
  );
}

/** A calendar date, YYYY-MM-DD. */
export const CalendarDate = z.string().check(
  rule(
    { format: 'date' },
    z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text), {
      error: 'Must be a calendar date, YYYY-MM-DD',
    }),
  ),
);

/** An instant in a response: ISO 8601, UTC, milliseconds. */
export const OutputInstant = z.iso.datetime({ precision: 3 });

/** A time in a JWT: seconds since 1970, possibly with a fraction (RFC 7519, section 2). */
export const NumericDate = z.number();

/** A UUID in any case, converted to lower case (RFC 9562, section 4). */
export const Id = z.guid().check(z.toLowerCase());

/** The path of one resource. A malformed id gets the route's 404. */
export const ById = z.object({ id: Id });

/** The path of a voucher or referral code, in any equivalent spelling. */
export const ByCode = z.object({ code: z.string() });

const base64 =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';

/**
 * The bytes of canonical base64 (RFC 4648, section 4): padded, without line breaks and stray bits;
 * 1 to `most` bytes.
 */
export function Base64(most: number) {
  return z.pipe(
    z.string().check(
      z.minLength(1),
      rule(
        { contentEncoding: 'base64', pattern: base64 },
        z.refine((text) => Buffer.from(text, 'base64').toString('base64') === text, {
          error: 'Must be base64',
          abort: true,
        }),
      ),
      rule(
        { maxLength: Math.ceil(most / 3) * 4 },
        z.refine((text) => Buffer.byteLength(text, 'base64') <= most, {
          error: `Must have at most ${most} bytes`,
        }),
      ),
    ),
    z.transform((text: string): Uint8Array => Buffer.from(text, 'base64')),
  );
}
