import * as z from 'zod/mini';
import {
  refusedCharacter,
  showsLetterOrDigit,
  type TextRules,
  unharmed,
} from '../domain/refused-character.ts';
import { rule } from './rule.ts';

/** White space that may stand in a line; with tabs and line ends, all that trimming removes. */
const space = String.raw` \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000`;
const edge = String.raw`[${space}\t-\r\u2028\u2029\ufeff]*`;

/** Refused except in free text. */
const selectors = String.raw`\u180b-\u180d\u180f\ufe00-\ufe0f\ufffd`;

/**
 * Characters of the Basic Multilingual Plane that every text refuses in any version of Unicode, except surrogates,
 * which not every engine sees.
 */
const refused = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`;

const asciiPunctuation = '!-/:-@\\[-`{-~';

/**
 * What `refusedCharacter` and a minimum length of 1 require of a text before it is trimmed, as a pattern.
 * `visible`: something in it is not ASCII punctuation; `empty or visible`: the same, if there is anything. Linear in
 * the text's length.
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
      // Only one way to match a run of white space: two would cost the square of its length.
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

/** Any text without those characters; not trimmed. */
export function charactersPattern({ variationSelectors }: TextRules): string {
  return `^[^${variationSelectors ? refused : refused + selectors}]*$`;
}

/** What remains when white space at both ends is trimmed. */
export function trimmedPattern(left: string): string {
  return `^${edge}${left}${edge}$`;
}

/**
 * Refuses characters that are invisible or mean something else than they show (decisions 2), before the text is
 * trimmed. `content` is what else it must hold, for the description.
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
          ? 'Must not contain control characters or invisible ones'
          : `Must not contain ${refused.kind} (character ${refused.position})`;
      },
      // A parameter refused for this is not a missing one.
      params: { isThere: true },
    }),
  );
}

/** A text without letters and digits is not a name. An empty one has its own complaint. */
const isVisible = (content: 'visible' | 'empty or visible', error: string) =>
  rule(
    { pattern: textPattern(content) },
    z.refine<string>(
      (name) =>
        name.trim() === '' || refusedCharacter(name.trim()) !== null || showsLetterOrDigit(name),
      { error },
    ),
  );

/** Names in our mail have marks that keep them from being links. Anyone who copies one has not typed these. */
const asCopied = z.overwrite<string>(unharmed);

/** For lookups, not for storage: invisible characters are removed. */
export const seen = z.overwrite<string>((text) =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, ''),
);

interface LineOptions {
  readonly reading?: typeof seen;
  /** The messages for a missing, empty or too long line. */
  readonly error?: string;
}

/** The same for a name: joiners stay, which some scripts need, except the marks of our own mail. */
export const seenName = z.overwrite<string>((text) =>
  unharmed(text.replaceAll(/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu, '')),
);

/** A line of text that is stored: 1 to `longest` characters after trimming. */
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

/** A telephone number: those that are copied from a phone have invisible marks of direction around them. */
export const PhoneNumber = Line(50, { reading: seen });

/** A line of text that may be empty. */
export function OptionalLine(maxLength: number) {
  return z.string().check(asCopied, isClean(), z.trim(), z.maxLength(maxLength));
}

/** What someone or something is called: a line that shows a letter or a digit. */
export function Name(maxLength: number, options: LineOptions = {}) {
  return Line(maxLength, options).check(isVisible('visible', 'Must have a letter or a digit'));
}

/** One of two names of a person, who may have only one: see `oneNameOf`. */
export function OptionalName(maxLength: number) {
  return OptionalLine(maxLength).check(
    isVisible('empty or visible', 'Must have a letter or a digit, or be empty'),
  );
}

/** At least one of two names: a person may have only one (ICAO Doc 9303-3, section 4.6). */
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

/** A line of what someone must say, such as a reason, which may hold variation selectors. */
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

/** The same, which may be empty. */
export function OptionalFreeLine(maxLength: number) {
  return z
    .string()
    .check(asCopied, isClean({ variationSelectors: true }), z.trim(), z.maxLength(maxLength));
}

/** Several lines of it: 1 to `longest` characters after trimming. Line ends of Unicode become LF. */
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

/** The instants of RFC 3339 that are accepted: no leap seconds, at most nanoseconds. */
const fullInstant = '^[0-9-]{10}T[0-9:]{6}[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$';

/** ISO 8601 instant with an offset or Z; output in UTC with milliseconds. A plain date is its midnight in UTC. */
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
    // Other years have six digits and a sign in ISO 8601, and stored instants are compared as texts.
    z.refine((text) => !(Math.abs(new Date(text).getUTCFullYear() - 4999.5) > 5000), {
      error: 'Must be within the years 0000 to 9999 in UTC',
    }),
  ),
  z.transform((text: string) => new Date(text).toISOString()),
);

/** Whether the calendar has the day: `Date` would turn 30 February into 1 March. */
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

/** Calendar date, YYYY-MM-DD. */
export const CalendarDate = z.string().check(
  rule(
    { format: 'date' },
    z.refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isRealDate(text), {
      error: 'Must be a calendar date, YYYY-MM-DD',
    }),
  ),
);

/** An instant in an answer: ISO 8601, UTC, milliseconds. */
export const OutputInstant = z.iso.datetime({ precision: 3 });

/** A time in a JWT: seconds since 1970, which may have a fraction (RFC 7519, section 2). */
export const NumericDate = z.number();

/** An id in any case, turned into lower case (RFC 9562, section 4). */
export const Id = z.guid().check(z.toLowerCase());

/** Path of one resource. Anything but an id is answered with the route's own 404. */
export const ById = z.object({ id: Id });

/** Path of a voucher or referral code, in any equivalent spelling. */
export const ByCode = z.object({ code: z.string() });

const base64 =
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$';

/** The bytes of canonical base64 (RFC 4648, section 4): padded, no line breaks, no stray bits; one at least, `most` at most. */
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
          error: `Must hold at most ${most} bytes`,
        }),
      ),
    ),
    z.transform((text: string): Uint8Array => Buffer.from(text, 'base64')),
  );
}
