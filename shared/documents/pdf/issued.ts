import type { Branding } from '../../kernel/domain/branding.ts';
import type { Signing } from './detached-signature.ts';

/** The issuer of a document, with the names printed on it. */
export interface Issuer {
  readonly registryName: string;
  /** The registry's place; null leaves the line out. */
  readonly jurisdiction: string | null;
  /** Where documents are given; null leaves the place out of the date line. */
  readonly place: string | null;
  /** The Registrar's name below the signature line; null leaves the office alone. */
  readonly registrarName: string | null;
  /** How the jurisdiction looks: its crest instead of the seal, its colour and its address. */
  readonly branding?: Branding | undefined;
  /** Whether this is a test environment. Then every page of a document is marked as a specimen. */
  readonly isSandbox: boolean;
}

/** The issuer of a registry that has not been named. */
export const defaultIssuer: Issuer = {
  registryName: 'Resident Registry',
  jurisdiction: null,
  place: null,
  registrarName: null,
  isSandbox: false,
};

/** How a reader finds out whether a document is genuine. */
export interface Verification {
  /** Shown in groups of four characters, which are no part of it. */
  readonly code: string;
  /** The public page about this document; null if there is none, and then no QR code. */
  readonly url: string | null;
}

/** What all documents of the registry have in common. */
export interface Issued {
  readonly documentId: string;
  /** Instant of issue (ISO 8601); also the PDF's own date, so that equal data make equal bytes. */
  readonly issuedAt: string;
  readonly issuer: Issuer;
  readonly verification: Verification | null;
  /** Null: the registry has no key to sign documents with. */
  readonly signing: Signing | null;
}
