import { legalEntityAgreements } from './legal-entity-agreement.ts';
import { manifestationsOfWill } from './manifestation-of-will.ts';
import type { AgreementText } from './register.ts';
import { residencyAgreements } from './residency-agreement.ts';

/**
 * Every text that anybody could ever sign. Nothing here is edited or removed, because signatures store only the
 * digest; `test/documents/published-texts.test.ts` holds the digests.
 */
export const publishedTexts: readonly AgreementText[] = [
  ...legalEntityAgreements,
  ...manifestationsOfWill,
  ...residencyAgreements,
];
