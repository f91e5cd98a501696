import { ApiError } from './api-error.ts';

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
