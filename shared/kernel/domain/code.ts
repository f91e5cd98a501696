/** Capitals and digits without those that are mistaken for one another (0 and O, 1 and I). */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

const generatedLength = 12;

/** The form in which codes of vouchers and referrals are compared: trimmed and upper-cased. */
export function codeKey(code: string): string {
  return code.trim().toUpperCase();
}

/** A code with five random bits per character, 60 in all. `random` gives that many random bytes. */
export function generateCode(
  random: (bytes: number) => Uint8Array,
  length: number = generatedLength,
): string {
  // The alphabet's 32 characters divide a byte's 256 values evenly.
  return Array.from(random(length), (byte) => alphabet.charAt(byte % 32)).join('');
}

/** Whether a voucher can have the code, which is in the form in which codes are compared. */
export function isVoucherCode(code: string): boolean {
  return /^[A-Z0-9_-]{3,64}$/.test(code);
}

/** Whether a referral can have the code, which appears in paths and links unencoded. */
export function isReferralCode(code: string): boolean {
  return /^[A-Za-z0-9._-]{3,64}$/.test(code);
}
