import { each } from '../../kernel/domain/fields.ts';
import { type AmendableDetail, detailNames } from '../../registry/domain/amendable-entity.ts';

/** The documents of a legal entity that carry a verification code. */
export const certificateTypes = [
  'certificate_of_good_standing',
  'certificate_of_organization',
  'certificate_of_amendment',
  'rider_to_agreement_of_coexistence',
] as const;
export type CertificateType = (typeof certificateTypes)[number];

type UnshownDetail = Exclude<AmendableDetail, 'name'>;

/** The public page states only whether these details were changed. */
export const unshownDetails = detailNames.filter((name) => name !== 'name');

/** What a Certificate of Amendment says was changed; null and false where it was left alone. */
export type CertifiedChange = {
  /** Names as displayed. */
  readonly name: { readonly from: string; readonly to: string } | null;
} & Readonly<Record<UnshownDetail, boolean>>;

/** Which of the details but the name are among the changed ones. */
export function certifiedDetails(
  changed: readonly AmendableDetail[],
): Record<UnshownDetail, boolean> {
  const none = each(unshownDetails, false);
  return {
    ...none,
    ...each(
      unshownDetails.filter((name) => changed.includes(name)),
      true,
    ),
  };
}
