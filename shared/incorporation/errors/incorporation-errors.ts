import { defineError } from '../../kernel/errors/api-error.ts';

export const mustBeActiveResident = defineError({
  status: 403,
  code: 'applicant.not_active_resident',
  error: 'You must be an active resident to create a legal entity application',
}); // 4.3

export const oneRegisteredAgent = defineError({
  status: 400,
  code: 'registered_agent.one_required',
  error: 'Either registeredAgentProvider or registeredAgentDetails must be provided, but not both.',
}); // 4.3

export const registeredAgentNotActive = defineError({
  status: 400,
  code: 'registered_agent.not_active_resident',
  error: 'Registered agent residentPermitNumber must belong to an active resident',
}); // 4.3

export const referralsNotFound = defineError({
  status: 404,
  code: 'referral.not_found',
  error: 'Referral code not found',
  when: 'It does not exist, or it belongs to someone else.',
}); // 4.14

export const referralCodeNotFound = defineError({
  status: 400,
  code: 'referral.not_found',
  error: 'Referral code not found or does not belong to you',
}); // 4.3

export const agreementAlreadySigned = defineError({
  status: 409,
  code: 'application.already_signed',
  error: 'The agreement has already been signed',
});

export const applicationNotReady = defineError({
  status: 409,
  code: 'application.not_ready',
  error: 'Only a paid and signed draft can be submitted',
});

export const applicationChanged = defineError({
  status: 409,
  code: 'application.changed',
  error: 'The application has changed. Read it again.',
});

export const applicationNotApproved = defineError({
  status: 409,
  code: 'application.not_approved',
  error: 'The application is not approved',
});

export const applicationNotPendingReview = defineError({
  status: 409,
  code: 'application.not_pending_review',
  error: 'The application is not under review',
});

export const referralCodeTaken = defineError({
  status: 409,
  code: 'referral.code_taken',
  error: 'This referral code already exists',
});

export const onlyLlcs = defineError({
  status: 400,
  code: 'entity.unsupported_type',
  error: 'Only LLCs are supported',
});
