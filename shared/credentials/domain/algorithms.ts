/** The encryption of messages from and to wallets (OpenID4VCI 1.0, section 10). */
export const keyAgreement = 'ECDH-ES';
export const contentEncryptions = ['A128GCM', 'A256GCM'] as const;
export type ContentEncryption = (typeof contentEncryptions)[number];

/** The published key with which wallets encrypt. */
export interface PublicEncryptionKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly use: 'enc';
  readonly alg: typeof keyAgreement;
  readonly kid: string;
}

/** The signature algorithms of holders' keys (HAIP 1.0, section 7: ES256). */
export const holderAlgorithms = ['ES256'] as const;
