import type { Product } from '../../kernel/domain/product.ts';

/** The kind of rejection, for statistics. The applicant sees the written reason instead. */
export const rejectionReasons = [
  'name_not_allowed',
  'particulars_wrong',
  'identity_not_proven',
  'proof_not_accepted',
  'objection_upheld',
  'taxes_not_settled',
  'no_answer',
  'other',
] as const;
export type RejectionReason = (typeof rejectionReasons)[number];

/** The rejection reasons for each type of case. */
export const reasonsFor: Readonly<Record<Product, readonly RejectionReason[]>> = {
  legal_entity_application: [
    'name_not_allowed',
    'particulars_wrong',
    'identity_not_proven',
    'no_answer',
    'other',
  ],
  amendment: ['name_not_allowed', 'particulars_wrong', 'objection_upheld', 'no_answer', 'other'],
  certificate_request: ['taxes_not_settled', 'proof_not_accepted', 'no_answer', 'other'],
  residency_application: [
    'identity_not_proven',
    'proof_not_accepted',
    'particulars_wrong',
    'no_answer',
    'other',
  ],
};

/** The labels of rejection reasons for reviewers. */
export const reasonTexts: Readonly<Record<RejectionReason, string>> = {
  name_not_allowed: 'The name is not allowed',
  particulars_wrong: 'The details are wrong or incomplete',
  identity_not_proven: 'The identity could not be confirmed',
  proof_not_accepted: 'A document was not accepted',
  objection_upheld: 'An objection was accepted',
  taxes_not_settled: 'Taxes are not paid',
  no_answer: 'A question was not answered',
  other: 'Another reason',
};
