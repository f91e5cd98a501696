/** The documents of a legal entity that carry a verification code. */
export const certificateTypes = [
  'certificate_of_good_standing',
  'certificate_of_organization',
  'certificate_of_amendment',
  'rider_to_agreement_of_coexistence',
] as const;
export type CertificateType = (typeof certificateTypes)[number];

/** What a Certificate of Amendment says was changed; null and false where it was left alone. */
export interface CertifiedChange {
  /** Names as displayed. */
  readonly name: { readonly from: string; readonly to: string } | null;
  readonly principalOffice: boolean;
}
