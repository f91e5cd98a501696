/** A resident's signed agreement, and how they stand at this moment. */
export interface VerifiedAgreement {
  readonly residentName: string;
  readonly residentPermitNumber: string;
  /** As displayed. */
  readonly residencyType: string;
  readonly version: string;
  /** ISO 8601, like the other instants. */
  readonly effectiveDate: string;
  readonly signedAt: string;
  readonly issuedAt: string;
  /** Of the PDF's bytes, hexadecimal. */
  readonly sha256: string;
  /** Whether they have a residency now, be it this one or another. */
  readonly active: boolean;
  /** Since when the residency that it was signed for is annulled; null: it is not. */
  readonly annulledAt: string | null;
}
