import { defineError } from '../../kernel/errors/api-error.ts';

export const standardKeyNotSupported = defineError({
  status: 403,
  code: 'api_key.standard_not_supported',
  error: 'Standard API keys are not supported on this endpoint',
});

export const clientIdTaken = defineError({
  status: 409,
  code: 'client.id_taken',
  error: 'A client with this id already exists',
});

export const clientPublic = defineError({
  status: 409,
  code: 'client.public',
  error: 'A public client has no secret',
});

export const clientOwned = defineError({
  status: 409,
  code: 'client.owned',
  error: 'A resident owns this application and manages it. Suspend it instead.',
});

export const clientNotOwned = defineError({
  status: 409,
  code: 'client.not_owned',
  error: 'This client is not owned by a resident',
});

export const clientLimitReached = defineError({
  status: 409,
  code: 'client.limit_reached',
  error: 'At most 10 applications can exist',
});

export const clientOwnerNameRequired = defineError({
  status: 409,
  code: 'client.owner_name_required',
  error: 'The account has no name to publish under. Add a name first.',
});

export const clientNotWaiting = defineError({
  status: 409,
  code: 'client.not_pending',
  error: 'The client has no pending request',
});

export const clientChanged = defineError({
  status: 409,
  code: 'client.changed',
  error: 'The client has changed. Read it again.',
});

export const clientSuspended = defineError({
  status: 409,
  code: 'client.suspended',
  error: 'The client is suspended',
});

export const clientNotSuspended = defineError({
  status: 409,
  code: 'client.not_suspended',
  error: 'The client is not suspended',
});

export const clientNoLogo = defineError({
  status: 409,
  code: 'client.no_logo',
  error: 'The client has no logo',
});

export const clientApprovalRequested = defineError({
  status: 409,
  code: 'client.approval_requested',
  error: 'Approval is already requested or granted',
});

export const clientNoPrivacy = defineError({
  status: 409,
  code: 'client.no_privacy_uri',
  error: 'Set the privacy notice URL first',
});

export const clientSecretLimitReached = defineError({
  status: 409,
  code: 'client.secret_limit_reached',
  error: 'Two secrets are in use: revoke one first',
});

export const registrationTokenLimitReached = defineError({
  status: 409,
  code: 'client.registration_token_limit_reached',
  error: 'A hundred registration tokens are active. Revoke one first.',
});
