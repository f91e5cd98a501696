import { ApiError } from './api-error.ts';

/** Of certificates and other documents. */
export const certificateMessages = {
  certificateRequestNotFound: () => new ApiError(404, 'Certificate request not found'), // 4.16
  certificateTaxOverdue: () =>
    new ApiError(409, 'Overdue taxes block the certificate unless they are contested', {
      code: 'certificate.tax_overdue',
    }), // 4.16
  certificateWrongEntityType: () =>
    new ApiError(409, 'Entities of this type have no Certificate of Good Standing', {
      code: 'certificate.not_eligible_entity_type',
    }),
  certificateNotInGoodStanding: () =>
    new ApiError(409, 'The legal entity is not in good standing', {
      code: 'certificate.not_in_good_standing',
    }),
  certificateNotOpen: () =>
    new ApiError(409, 'The certificate request is not open', { code: 'certificate.not_open' }),
  documentWithdrawn: () =>
    new ApiError(409, 'The document is withdrawn', { code: 'document.withdrawn' }),
  formerStatusList: () => new ApiError(501, 'Previous versions of a status list are not available'),
  certificateNotFound: () => new ApiError(404, 'Certificate not found'),
};
