import {
  type ErrorNotes,
  fileState,
  type ParameterNotes,
} from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'CancelCertificateRequest.reason':
    'Why the request is cancelled. The entity’s representatives can read it.',

  updatedAt: 'When it last changed.',

  contest: 'Why overdue taxes should not prevent the certificate.',
  proofUrl: 'The URL of the file that a representative uploaded in the portal.',
  contested: 'Whether overdue taxes are contested.',
  taxContestNote: 'The explanation of the contest; null if taxes are not contested.',
  taxPaymentProofUrl: 'The URL of the uploaded proof; null if there is none.',
  taxPaymentProofFileUrl:
    'A link to the uploaded proof, valid for an hour without a credential; null if there is none or it cannot be opened yet.',
  taxPaymentProofFileState: fileState,
  contestedAt: 'When taxes were contested; null if they are not.',
  reviewedAt: 'When a reviewer decided; null until then.',
  issuedAt: 'When the document was issued.',
  'CertificateRequest.issuedAt': 'When the certificate was issued; null until then.',
  'data.issuedAt': 'When the certificate was issued; null until then.',
  rejectionReason: 'Why the request was rejected; null otherwise.',
  documentId: 'The id of the certificate in the entity’s documents; null until it is issued.',
  documentUrl:
    'A link to the certificate as a PDF, valid for an hour without a credential; null until it is issued.',
  verificationUrl:
    'The public page that verifies the certificate. You can share it with anyone; it does not expire. Send `Accept: application/json` to get JSON. Null until the certificate is issued.',
  verificationCode: 'The code that verifies the certificate; null until it is issued.',
  referredFor: 'Why a reviewer must decide; null if no review is needed.',
  'CertificateRequest.type': 'The type of certificate.',
  'AdminCertificateRequestAnswer.type': 'The type of certificate.',
  awaitingReview: 'Whether a reviewer must decide.',
  issued: 'Whether the certificate is issued.',
  eligibility: 'Whether the entity can have a certificate now.',
  eligible:
    'Whether you can request a certificate now. If `taxCompliant` is false, you can do so only with a `contest`.',
  'CertificateEligibility.reason': 'Why the entity is not eligible; null if it is.',
  taxCompliant: 'Whether its taxes are paid; null if unknown.',
  genuine: 'Always true. Unknown codes get 404.',
  'EntityCertificateVerification.withdrawn':
    'Details of the withdrawal; null while the document is valid.',
  'withdrawn.at': 'When it was withdrawn.',
  'withdrawn.replacedBy': 'The document that replaces it; null if there is none.',
  'replacedBy.name': 'The name of the replacement document.',
  'WithdrawDocumentBody.replacedBy': 'The id of the entity’s document that replaces it.',
  'WithdrawnDocumentAnswer.name': 'The name of the document.',
  'WithdrawnDocumentAnswer.withdrawnAt': 'When the document was withdrawn.',
  'WithdrawnDocumentAnswer.replacedBy': 'The document that replaces it; null if there is none.',
  'EntityCertificateVerification.type': 'The type of document.',
  'AgreementVerification.type': 'The type of document.',
  'AgreementVerification.resident': 'The resident named in the agreement.',
  'resident.name': 'Given name and surname.',
  'AgreementVerification.agreementVersion': 'The version of the text that was signed.',
  'AgreementVerification.annulledAt':
    'When the residency that the agreement was signed for was annulled; null if it was not.',
  legalEntity: 'The entity named in the certificate.',
  'legalEntity.name': 'Name and extension.',
  inGoodStanding: 'Whether the entity is in good standing now.',
  change: 'The change that the certificate certifies; null if it certifies no change.',
  'change.name': 'How the name changed; null if it did not.',
  from: 'The previous name.',
  to: 'The new name.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'AgreementVerification.agreementVersion': '4.00',
  rejectionReason: 'Taxes of 2025 are not paid.',
  taxContestNote: 'The taxes of 2025 were paid on 12 January 2026.',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  certificate_requests: [
    'The id of the certificate request.',
    'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47',
  ],
  certificates: [
    'The code on the certificate. Spaces, dashes and case are ignored.',
    'K7QM-2XW9-HT4R-ZC6N',
  ],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListCertificateRequests.status': ['Only requests with this status.', 'Issued'],
  'adminListCertificateRequests.legalEntityId': [
    'Only requests of this entity.',
    '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  ],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Pages: {
    'certificate.not_found': [
      'No certificate has this code.',
      'Check the code on the certificate.',
    ],
  },
  Filings: {
    'certificate.tax_overdue': [
      'The entity has overdue taxes.',
      'Pay the taxes first. If they are already paid, send your proof in the field `contest`.',
    ],
    'certificate.not_eligible_entity_type': [
      'This type of entity has no Certificate of Good Standing.',
      'You can’t request one.',
    ],
    'certificate.not_in_good_standing': [
      'The legal entity is not in good standing.',
      'Resolve the problem first. `eligibility` in the list of requests shows whether a certificate can be requested.',
    ],
    'certificate.not_open': [
      'The certificate was already issued, or the request was rejected or cancelled.',
      'Read the request. If it was rejected or cancelled, create a new one.',
    ],
    'document.withdrawn': ['The document is already withdrawn.', 'You don’t need to do anything.'],
    'certificate_request.not_found': [
      'The entity has no certificate request with this id.',
      'Check both ids.',
    ],
  },
};
