import { ApiError } from './api-error.ts';

/** Of clients of OAuth, and of whoever registers them. */
export const clientMessages = {
  clientIdTaken: () =>
    new ApiError(409, 'A client with this id already exists', { code: 'client.id_taken' }),
  clientPublic: () => new ApiError(409, 'A public client has no secret', { code: 'client.public' }),
  clientOwned: () =>
    new ApiError(409, 'It is an application of a resident, who changes it: suspend it instead', {
      code: 'client.owned',
    }),
  clientNotOwned: () =>
    new ApiError(409, 'No resident has registered this client', { code: 'client.not_owned' }),
  clientLimitReached: () =>
    new ApiError(409, 'At most 10 applications can exist', { code: 'client.limit_reached' }),
  clientNamelessOwner: () =>
    new ApiError(409, 'The account has no name to publish under', {
      code: 'client.nameless_owner',
    }),
  clientNotWaiting: () =>
    new ApiError(409, 'Nothing of this client waits for a decision', {
      code: 'client.not_waiting',
    }),
  clientChanged: () =>
    new ApiError(409, 'The client has changed since it was looked at. Read it again.', {
      code: 'client.changed',
    }),
  clientSuspended: () => new ApiError(409, 'The client is suspended', { code: 'client.suspended' }),
  clientNotSuspended: () =>
    new ApiError(409, 'The client is not suspended', { code: 'client.not_suspended' }),
  clientNoLogo: () => new ApiError(409, 'The client has no logo', { code: 'client.no_logo' }),
  clientNotInTest: () =>
    new ApiError(409, 'Approval was asked for, or given, already', {
      code: 'client.not_in_test',
    }),
  clientNoPrivacy: () =>
    new ApiError(409, 'People have to be told where the privacy notice is', {
      code: 'client.no_privacy_uri',
    }),
  clientSecretLimitReached: () =>
    new ApiError(409, 'Two secrets are in use: revoke one first', {
      code: 'client.secret_limit_reached',
    }),
  registrationTokenLimitReached: () =>
    new ApiError(409, 'A hundred registration tokens are usable: revoke one first', {
      code: 'client.registration_token_limit_reached',
    }),
};
