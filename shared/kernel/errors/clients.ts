import { ApiError } from './api-error.ts';

/** Of clients of OAuth, and of whoever registers them. */
export const clientMessages = {
  clientIdTaken: () =>
    new ApiError(409, 'A client with this id already exists', { code: 'client.id_taken' }),
  clientPublic: () => new ApiError(409, 'A public client has no secret', { code: 'client.public' }),
  clientOwned: () =>
    new ApiError(409, 'A resident owns this application and manages it. Suspend it instead.', {
      code: 'client.owned',
    }),
  clientNotOwned: () =>
    new ApiError(409, 'This client is not owned by a resident', { code: 'client.not_owned' }),
  clientLimitReached: () =>
    new ApiError(409, 'At most 10 applications can exist', { code: 'client.limit_reached' }),
  clientNamelessOwner: () =>
    new ApiError(409, 'The account has no name to publish under. Add a name first.', {
      code: 'client.nameless_owner',
    }),
  clientNotWaiting: () =>
    new ApiError(409, 'The client has no pending request', {
      code: 'client.not_waiting',
    }),
  clientChanged: () =>
    new ApiError(409, 'The client has changed. Read it again.', {
      code: 'client.changed',
    }),
  clientSuspended: () => new ApiError(409, 'The client is suspended', { code: 'client.suspended' }),
  clientNotSuspended: () =>
    new ApiError(409, 'The client is not suspended', { code: 'client.not_suspended' }),
  clientNoLogo: () => new ApiError(409, 'The client has no logo', { code: 'client.no_logo' }),
  clientNotInTest: () =>
    new ApiError(409, 'Approval is already requested or granted', {
      code: 'client.not_in_test',
    }),
  clientNoPrivacy: () =>
    new ApiError(409, 'Set the privacy notice URL first', {
      code: 'client.no_privacy_uri',
    }),
  clientSecretLimitReached: () =>
    new ApiError(409, 'Two secrets are in use: revoke one first', {
      code: 'client.secret_limit_reached',
    }),
  registrationTokenLimitReached: () =>
    new ApiError(409, 'A hundred registration tokens are active. Revoke one first.', {
      code: 'client.registration_token_limit_reached',
    }),
};

/** Of feeds of events, and of webhooks. */
export const eventMessages = {
  eventPositionUnknown: () =>
    new ApiError(400, 'This feed has no event with this id', { code: 'events.position_unknown' }),
  eventPositionExpired: () =>
    new ApiError(
      410,
      'This position has expired; events are kept for 30 days. Read what you need, then continue without lastEventId.',
      { code: 'events.position_expired' },
    ),
  webhookEndpointNotFound: () => new ApiError(404, 'Webhook endpoint not found'),
  webhookDeliveryNotFound: () => new ApiError(404, 'Webhook delivery not found'),
  webhookEndpointLimit: () =>
    new ApiError(409, 'At most 10 webhook endpoints can exist', {
      code: 'webhook_endpoint.limit_reached',
    }),
  webhookSecretsLimit: () =>
    new ApiError(
      409,
      'Five secrets are active. Wait until the oldest one expires, a day after its rotation.',
      {
        code: 'webhook_endpoint.secret_limit_reached',
      },
    ),
  webhooksDisabled: () =>
    new ApiError(409, 'This endpoint is disabled. Set its status to active first.', {
      code: 'webhook_endpoint.disabled',
    }),
};
