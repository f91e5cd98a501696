import { foldCase } from '../../kernel/domain/fold-case.ts';

/** Characters that JSON escapes. */
const escapes = /\\(?:["\\/bfnrt]|u[\da-f]{4})/g;
/**
 * Characters next to an address that make it part of a longer one. A full stop after it may end a
 * sentence.
 */
const goesBefore = /[\p{L}\p{N}._%+-]$/u;
const goesAfter = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u;

/**
 * Whether an item contains one of these addresses (folded) anywhere, except as part of a longer
 * address.
 */
export function namesAddress(item: unknown, emails: ReadonlySet<string>): boolean {
  const whole = foldCase(JSON.stringify(item)).replace(escapes, ' ');
  return [...emails].some((email) => {
    for (let at = whole.indexOf(email); at !== -1; at = whole.indexOf(email, at + 1)) {
      const end = at + email.length;
      // Two units each: a letter can be a surrogate pair.
      if (goesBefore.test(whole.slice(Math.max(0, at - 2), at))) continue;
      if (!goesAfter.test(whole.slice(end, end + 3))) return true;
    }
    return false;
  });
}
