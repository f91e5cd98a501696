import { defineError } from '../../kernel/errors/api-error.ts';

export const approvalNotRequester = defineError({
  status: 403,
  code: 'approval.not_requester',
  error: 'Only the operator who made the request can withdraw it',
});

export const staffMember = defineError({
  status: 409,
  code: 'staff.member',
  error: 'Already a staff member',
});

export const staffAuditorExclusive = defineError({
  status: 409,
  code: 'staff.auditor_exclusive',
  error: 'An auditor cannot decide cases, and cannot have another role',
});

export const staffOperatorExclusive = defineError({
  status: 409,
  code: 'staff.operator_exclusive',
  error: 'A registry operator cannot decide cases, and cannot be a reviewer',
});

export const staffOwnEntity = defineError({
  status: 403,
  code: 'staff.own_entity',
  error: 'You cannot change your own legal entity, or make yourself a representative',
});

export const staffOwnPayment = defineError({
  status: 403,
  code: 'staff.own_payment',
  error: 'You cannot take or close a payment case about your own application or legal entity',
});

export const staffOwnRoles = defineError({
  status: 403,
  code: 'staff.own_roles',
  error: 'In the console you cannot change your own roles, or anyone’s operator role',
});

/** For operators: the version that they have read is not the current one. */
export const staffOutdated = defineError({
  status: 409,
  code: 'staff.outdated',
  error: 'This staff member has changed. Read it again.',
});
