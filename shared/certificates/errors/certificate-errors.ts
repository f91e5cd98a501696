import { defineError } from '../../kernel/errors/api-error.ts';

export const certificateRequestNotFound = defineError({
  status: 404,
  code: 'certificate_request.not_found',
  error: 'Certificate request not found',
  when: 'The legal entity has no request with this id.',
}); // 4.16

export const certificateTaxOverdue = defineError({
  status: 409,
  code: 'certificate.tax_overdue',
  error: 'Overdue taxes block the certificate unless they are contested',
}); // 4.16

export const certificateWrongEntityType = defineError({
  status: 409,
  code: 'certificate.not_eligible_entity_type',
  error: 'Entities of this type have no Certificate of Good Standing',
});

export const certificateNotInGoodStanding = defineError({
  status: 409,
  code: 'certificate.not_in_good_standing',
  error: 'The legal entity is not in good standing',
  when: 'Its residency is not active, or it is dissolved.',
});

export const certificateNotOpen = defineError({
  status: 409,
  code: 'certificate.not_open',
  error: 'The certificate request is not open',
});

export const documentWithdrawn = defineError({
  status: 409,
  code: 'document.withdrawn',
  error: 'The document is withdrawn',
});

export const certificateNotFound = defineError({
  status: 404,
  code: 'certificate.not_found',
  error: 'Certificate not found',
});
