import { defineError } from '../../kernel/errors/api-error.ts';

export const approvalNotAsker = defineError({
  status: 403,
  code: 'approval.not_asker',
  error: 'Only the operator who made the request can withdraw it',
});

export const staffMember = defineError({
  status: 409,
  code: 'staff.member',
  error: 'Already a staff member',
});

export const staffAuditorAlone = defineError({
  status: 409,
  code: 'staff.auditor_alone',
  error: 'An auditor cannot decide cases, and cannot have another role',
});

export const staffOperatorDecides = defineError({
  status: 409,
  code: 'staff.operator_decides',
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
export const staffVersion = defineError({
  status: 409,
  code: 'staff.version',
  error: 'This staff member has changed. Read it again.',
});
