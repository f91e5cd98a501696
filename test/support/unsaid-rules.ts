import type { JsonSchema } from '../../shared/reference/openapi/document.ts';

/**
 * Texts on which the published description and the code disagree, because JSON Schema can't express the check, or not
 * every engine would understand it. See docs/contract-notes/reference.md.
 */
export interface Disagreement {
  readonly reason: string;
  /** Which of the two accepts the value. */
  readonly taker: 'description' | 'code';
  /** The texts that have the disagreement, by their schema. */
  readonly among: (json: JsonSchema) => boolean;
  /** Whether the value is one of those. */
  readonly concerns: (value: string) => boolean;
  readonly example: string;
}

const isText = ({ pattern }: JsonSchema) => typeof pattern === 'string' && /u00a0/.test(pattern);
const isCursor = ({ pattern }: JsonSchema) => pattern === '^[A-Za-z0-9_-]+$';

export const disagreements: readonly Disagreement[] = [
  {
    reason: 'Marks that our own mail puts into what looks like a link or an address are left out',
    taker: 'code',
    among: ({ format, pattern }) => format === 'email' || typeof pattern === 'string',
    concerns: (value) => /[.。．｡:@]\u200c|\u200c@/.test(value),
    example: 'ada\u200c@\u200cmail.\u200cexample',
  },
  {
    reason: 'What nobody sees is left out of what is looked up',
    taker: 'code',
    among: isText,
    concerns: (value) => /\p{Default_Ignorable_Code_Point}/u.test(value),
    example: 'a\u200bb',
  },
  {
    reason: `Which characters are unassigned depends on the version of Unicode, those beyond the Basic Multilingual
      Plane are two in some engines, and a joiner is right or wrong by its neighbours`,
    taker: 'description',
    among: isText,
    concerns: (value) => /[\u{10000}-\u{10ffff}\p{Cn}\p{Cs}\u200c\u200d]/u.test(value),
    example: 'a\u200db',
  },
  {
    reason: 'Only Unicode’s tables know which marks are on a letter',
    taker: 'description',
    among: isText,
    concerns: (value) => /\p{M}/u.test(value),
    example: 'a\u0301\u0301',
  },
  {
    reason: 'Only Unicode’s tables know what a letter or a digit is',
    taker: 'description',
    among: isText,
    concerns: (value) => !/[\p{L}\p{N}]/u.test(value) && /[^\0-\x7f]/.test(value),
    example: '…',
  },
  {
    reason: 'The white space at both ends is cut off before the length is looked at',
    taker: 'code',
    among: isText,
    concerns: (value) => value.trim() !== value,
    example: `${' '.repeat(3000)}a`,
  },
  {
    reason: 'An instant may lack its seconds, and may be 24:00, which RFC 3339 does not know',
    taker: 'code',
    among: ({ anyOf }) => JSON.stringify(anyOf ?? '').includes('date-time'),
    concerns: (value) => /T(24|\d\d:\d\d(?!:))/.test(value),
    example: '2026-02-28T10:00Z',
  },
  {
    reason: 'Only the offset tells whether the year in UTC has four digits',
    taker: 'description',
    among: ({ anyOf }) => JSON.stringify(anyOf ?? '').includes('date-time'),
    concerns: (value) => /^\s*(?:9999-12-31|0000-01-01)/.test(value),
    example: '9999-12-31T23:59:59-05:00',
  },
  {
    reason:
      'Browsers read more as an address than RFC 3986: names in other scripts, numbers in other forms',
    taker: 'code',
    among: ({ format }) => format === 'uri',
    concerns: (value) => URL.canParse(value),
    example: 'https://é.example/',
  },
  {
    reason: 'A cursor is what a list answered, and its sense is not published',
    taker: 'description',
    among: isCursor,
    concerns: () => true,
    example: 'a',
  },
  {
    reason: 'A cursor is read as leniently as base64 is read in Node.js',
    taker: 'code',
    among: isCursor,
    concerns: (value) => Buffer.from(value, 'base64url').length > 0,
    example: 'YQ==',
  },
  {
    reason: 'A limit of bytes lies within the last four characters of base64',
    taker: 'description',
    among: ({ contentEncoding }) => contentEncoding === 'base64',
    concerns: (value) => Buffer.byteLength(value, 'base64') > 700 * 1024,
    example: 'A'.repeat(((700 * 1024 + 2) / 3) * 4),
  },
  {
    reason:
      'Codes are read in full width, with spaces, other dashes and the digits of other scripts',
    taker: 'code',
    among: ({ pattern }) =>
      typeof pattern === 'string' && /\[A-Za-z0-9_-\]\{[36],64\}/.test(pattern),
    concerns: (value) => /[^!-~]|\.$/.test(value),
    example: 'ſunrise',
  },
  {
    reason:
      'What stands before the @ and between two dots is counted, which a pattern does at a cost',
    taker: 'description',
    among: ({ format }) => format === 'email',
    concerns: (value) => value.indexOf('@') > 64 || /@.*[^.]{64}/.test(value),
    example: `a@${'b'.repeat(64)}.example`,
  },
];

/** Rules that JSON Schema can't express: their sentence, and the reason. */
export const proseAlone: Readonly<Record<string, string>> = {
  'Keys and values together must have at most 20000 bytes': 'JSON Schema counts no bytes',
  'Must have at most 64 characters before the @, and at most 63 between two dots after it':
    'JSON Schema counts characters of the whole',
  'Must be within the years 0000 to 9999 in UTC': 'JSON Schema does not add an offset to a time',
  'The signature must contain the first or the last name.':
    'JSON Schema does not compare two fields',
  'One of `givenName` and `surname` may be empty, for a person with one name.':
    'generators make a type for each of the two cases',
  'One of `firstName` and `lastName` may be empty, for a person with one name.':
    'generators make a type for each of the two cases',
};
