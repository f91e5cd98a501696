/** Where mail programs look for a link: a dot before a name or a number, a colon of a scheme, an `@`. */
const linkLike = /[.。．｡](?=[\p{L}\p{N}]{2}|\p{N})|:(?=[/\p{L}])|@/gu;

/** ZERO WIDTH NON-JOINER. Unlike a joiner or a zero-width space it stands in no host name: whoever copies it gets nowhere. */
const apart = '\u200c';

/**
 * A text that shows the same, in which no mail program finds a link. Names are chosen by whoever likes
 * (`evil.com/login`), and a link in a mail of ours would look like one of ours.
 */
export function harmless(text: string): string {
  // What stands before an `@` counts as well.
  return text.replaceAll(linkLike, (found) => (found === '@' ? apart : '') + found + apart);
}

/** The text as it was, for what somebody copies from our mail into a field. */
export function unharmed(text: string): string {
  return text.replaceAll(/([.。．｡:@])\u200c/gu, '$1').replaceAll('\u200c@', '@');
}
