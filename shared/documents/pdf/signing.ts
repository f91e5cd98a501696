/** Signs documents with a key that it may not have itself. */
export interface DocumentSigner {
  /** DER: the certificate of the key, then those that lead to its root, if any. */
  certificates(): Promise<readonly Uint8Array[]>;
  /** The signature over the SHA-256 of the bytes: PKCS #1 v1.5 of an RSA key, DER of an elliptic curve's. */
  sign(content: Uint8Array): Promise<Uint8Array>;
}

/** By whom a document is signed, and when. */
export interface Signing {
  readonly signer: DocumentSigner;
  /** Instant of the signature (ISO 8601). */
  readonly at: string;
}
