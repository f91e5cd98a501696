import { each } from '../../kernel/domain/fields.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { type AmendableDetail, detailNames } from '../../registry/domain/amendable-entity.ts';
import {
  type Eligibility,
  eligibilityOf,
  type StandingFacts,
} from '../../registry/domain/good-standing.ts';

/**
 * A kind of certificate that can be requested. Its texts are in `certificateKindTexts`, its document in
 * `requested-certificates.ts`.
 */
interface RequestableKind {
  readonly fee: Product;
  /** Whether an entity can have it now. If tax payment is unconfirmed, a reviewer decides. */
  readonly eligibility: (entity: StandingFacts, now: string) => Eligibility;
}

export const requestableKinds = {
  certificate_of_good_standing: {
    fee: 'certificate_request',
    eligibility: eligibilityOf,
  },
} as const satisfies Readonly<Record<string, RequestableKind>>;
export type RequestableType = keyof typeof requestableKinds;
export const requestableTypes = Object.keys(requestableKinds) as readonly RequestableType[]; // the keys of the literal above

/** The default kind. */
export const usualType: RequestableType = 'certificate_of_good_standing';

/** The documents of a legal entity that carry a verification code. */
export const certificateTypes = [
  ...requestableTypes,
  'certificate_of_organization',
  'certificate_of_amendment',
  'rider_to_agreement_of_coexistence',
] as const;
export type CertificateType = (typeof certificateTypes)[number];

type UnshownDetail = Exclude<AmendableDetail, 'name'>;

/** Details whose values the public page omits; it says only whether they changed. */
export const unshownDetails = detailNames.filter((name) => name !== 'name');

/** The changes on a Certificate of Amendment; null and false for unchanged fields. */
export type CertifiedChange = {
  /** Names as displayed. */
  readonly name: { readonly from: string; readonly to: string } | null;
} & Readonly<Record<UnshownDetail, boolean>>;

/** The changed details other than the name. */
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
