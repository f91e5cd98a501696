import { defineError } from '../../kernel/errors/api-error.ts';

export const residencyApplicationNotFound = defineError({
  status: 404,
  code: 'application.not_found',
  error: 'Residency application not found',
  when: 'It does not exist, or it belongs to another integration.',
}); // 4.17

export const residencyApplicationNotDraft = defineError({
  status: 400,
  code: 'application.not_draft',
  error: 'Residency application is not in draft status',
}); // 4.17

/** `currentVersion` is the version that a PATCH must send. */
export const residencyApplicationModified = defineError(
  {
    status: 409,
    code: 'application.changed',
    error: 'Application was modified by another request',
    when: 'The version has changed. `currentVersion` is the current one.',
  },
  (currentVersion: number) => ({ currentVersion }),
);

/** For operators. `currentVersion` is the version to review. */
export const applicantChanged = defineError(
  {
    status: 409,
    code: 'application.changed',
    error: 'The application was changed since that version',
    when: '`expectedVersion` differs from `currentVersion`.',
  },
  (currentVersion: number) => ({ currentVersion }),
);

export const lockedByPayment = (field: 'residencyType' | 'email') =>
  defineError({
    status: 400,
    code: 'application.locked_by_payment',
    error: `The applicant's ${field} cannot be changed after the payment`,
  });

export const residencyAgreementChanged = defineError({
  status: 409,
  code: 'application.agreement_changed',
  error: 'The application has changed, and its agreement has a new link. Read the application.',
});

export const residencyAgreementRequired = defineError({
  status: 400,
  code: 'application.agreement_required',
  error: 'Please accept the current Agreement of Coexistence before continuing.',
});

export const proofOfAddressRequired = defineError({
  status: 400,
  code: 'application.proof_of_address_required',
  error: 'Please provide proof of address before continuing.',
});

export const residencyPaymentRequired = defineError({
  status: 400,
  code: 'application.payment_required',
  error: 'Please pay the application invoice before continuing.',
});

export const identityVerificationRequired = defineError({
  status: 400,
  code: 'application.identity_verification_required',
  error: 'Please complete identity verification before continuing.',
});

export const residencyIsFree = defineError({
  status: 400,
  code: 'invoice.not_required',
  error: 'Residency application requires no payment',
  when: 'This residency type is free.',
});

export const residencyInvoicePaid = defineError({
  status: 400,
  code: 'invoice.already_paid',
  error: 'Residency application invoice is already paid',
});

export const residencyInvoiceNotOpen = defineError({
  status: 400,
  code: 'invoice.not_open',
  error: 'Residency application invoice is not open for payment',
});

export const redirectNotAllowed = defineError({
  status: 400,
  code: 'redirect_url.not_allowed',
  error: 'redirectUrl is not allowed for this integration.',
  when: 'The origin of `redirectUrl` is not approved for the integration.',
});

export const referredOtherwise = defineError({
  status: 409,
  code: 'referral.already_attributed',
  error: 'The applicant is already attributed to another referral code',
  when: 'The application already has another code.',
});

export const proofOfAddressNotFound = defineError({
  status: 404,
  code: 'proof_of_address.not_found',
  error: 'Proof of address not found',
  when: 'It does not exist, or it belongs to another integration.',
});

export const applicantIsKnown = defineError({
  status: 409,
  code: 'applicant.is_known',
  error:
    'The applicant’s address has an account that no one has ever signed in to. Have the applicant sign in first, or use another address.',
  when: 'The account was not created by one of your applications.',
});

export const linkOutdated = defineError({
  status: 410,
  code: 'link.outdated',
  error: 'The application was changed after this link was created',
});

export const pageOutdated = defineError({
  status: 409,
  code: 'page.outdated',
  error: 'The application was changed or decided while the page was open',
});

export const entityChanged = defineError({
  status: 409,
  code: 'entity.changed',
  error: 'The legal entity was changed in the meantime',
  when: 'The entry changed after the page was opened, or its confirmation is not due. Nothing is confirmed.',
});

export const residencyAnnulled = defineError({
  status: 409,
  code: 'residency.annulled',
  error: 'The residency is annulled',
});

/** `by` is the residency granted since. */
export const residencyCovered = defineError(
  {
    status: 409,
    code: 'residency.covered',
    error: 'A later residency was granted. Annul that first.',
    when: '`error_description` names the later residency.',
  },
  (by: string) => ({ error_description: `The later residency is ${by}.` }),
);
