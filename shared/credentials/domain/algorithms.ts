/** With what messages of wallets and to them are encrypted (OpenID4VCI 1.0, section 10). */
export const keyAgreement = 'ECDH-ES';
export const contentEncryptions = ['A128GCM', 'A256GCM'] as const;
export type ContentEncryption = (typeof contentEncryptions)[number];

/** The key that wallets encrypt with, as it is published. */
export interface PublicEncryptionKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'enc';
  readonly alg: typeof keyAgreement;
  readonly kid: string;
}

/** With what holders' keys sign (HAIP 1.0, section 7: ES256). */
export const holderAlgorithms = ['ES256'] as const;
