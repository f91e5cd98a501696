/** A text that somebody has put their name to. */
export interface SignedText {
  /** With what it was accepted for, where that is not all. */
  readonly title: string;
  readonly version: string;
  readonly sha256: string;
  readonly url: string;
}

/** A signed text as a letter says it: title, version, and the digest of its text. */
export function signedInWords({ title, version, sha256 }: SignedText): string {
  return `What was signed: ${title}, version ${version}. SHA-256 of its text: ${sha256}`;
}

/** A reference to a signed text, at the end of a letter. */
export function referenceToSigned({ title, version, url }: SignedText) {
  return { label: `The text that was signed: ${title}, ${version}`, url };
}
