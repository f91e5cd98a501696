import type { Branding } from '../../kernel/domain/branding.ts';
import type { Signing } from './detached-signature.ts';

/** The issuer of a document, with the names printed on it. */
export interface Issuer {
  readonly registryName: string;
  /** The jurisdiction; null omits the line. */
  readonly jurisdiction: string | null;
  /** The place of issue; null omits it from the date line. */
  readonly place: string | null;
  /** The Registrar's name; null prints only the office. */
  readonly registrarName: string | null;
  /** The jurisdiction's branding: a crest instead of the seal, its colour and its address. */
  readonly branding?: Branding | undefined;
  /** Whether this is a test environment, whose documents are marked as specimens on every page. */
  readonly isSandbox: boolean;
}

/** The issuer of a registry without a configured name. */
export const defaultIssuer: Issuer = {
  registryName: 'Resident Registry',
  jurisdiction: null,
  place: null,
  registrarName: null,
  isSandbox: false,
};

/** How a reader verifies a document. */
export interface Verification {
  /** Printed in groups of four characters; the spaces are not part of it. */
  readonly code: string;
  /** The public page of this document; null if there is none, and then there is no QR code. */
  readonly url: string | null;
}

/** The fields that all documents of the registry have. */
export interface Issued {
  readonly documentId: string;
  /** The instant of issue (ISO 8601), also used as the PDF's date, so that equal data give equal bytes. */
  readonly issuedAt: string;
  readonly issuer: Issuer;
  readonly verification: Verification | null;
  /** Null if the registry has no key to sign documents. */
  readonly signing: Signing | null;
}
