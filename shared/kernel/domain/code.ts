/** Capitals and digits without those that look alike (0 and O, 1 and I). */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const generatedLength = 12;

/**
 * A voucher or referral code in the form for comparison: capitals and ASCII digits, without spaces
 * and invisible marks, with every kind of dash as a hyphen.
 */
export function codeKey(code: string): string {
  return (
    code
      // Normalizes characters one by one: normalizing a run of marks takes quadratic time.
      .replaceAll(/[^\0-\x7f]/gu, (character) => character.normalize('NFKC'))
      .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
      .replaceAll(/\p{Nd}/gu, asciiDigit)
      .replaceAll(/[\p{Pd}\u2212]/gu, '-')
      .toUpperCase()
  );
}

/**
 * The same for a voucher code. These have no dots, so a dot at the end belongs to the sentence
 * around it.
 */
export function voucherCodeKey(code: string): string {
  return codeKey(code).replace(/(?<![.。])[.。]+$/, '');
}

/** The same for a code whose dashes only group its characters: it has none. */
export function bareCode(text: string): string {
  return voucherCodeKey(text).replaceAll('-', '');
}

/** The ASCII digit for a digit of any script, whose digits are consecutive from zero to nine. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  // Some scripts have two consecutive sets of digits.
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * A code with five random bits per character, 60 in all. `random` returns the given number of
 * random bytes.
 */
export function generateCode(
  random: (bytes: number) => Uint8Array,
  length: number = generatedLength,
): string {
  // The alphabet's 32 characters divide a byte's 256 values evenly.
  return Array.from(random(length), (byte) => alphabet.charAt(byte % 32)).join('');
}

/** Whether a normalized code is valid for a voucher. */
export function isVoucherCode(code: string): boolean {
  return /^[A-Z0-9_-]{3,64}$/.test(code);
}

/** Whether a normalized code is valid for a referral; it appears in paths and links unencoded. */
export function isReferralCode(code: string): boolean {
  return /^[A-Za-z0-9._-]{3,64}$/.test(code);
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The bytes as one big-endian number in base 62, padded to `length` characters. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  while (text.length < length) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

/** Six bytes: enough for any range of up to 2^48 values. */
const values = 2 ** 48;

/**
 * A uniformly distributed integer from 0 to `bound` - 1, for bounds up to 2^48.
 *
 * `random` returns the given number of random bytes; it is called again when a value would make
 * small numbers more likely.
 */
export function uniformInteger(bound: number, random: (bytes: number) => Uint8Array): number {
  const accepted = values - (values % bound);
  for (;;) {
    const value = random(6).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < accepted) return value % bound;
  }
}
