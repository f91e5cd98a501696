import { ApiError } from './api-error.ts';

/** Of feeds of events, and of webhooks. */
export const eventMessages = {
  eventPositionUnknown: () =>
    new ApiError(400, 'No event of this feed has this id', { code: 'events.position_unknown' }),
  eventPositionExpired: () =>
    new ApiError(
      410,
      'Events behind this one are not kept any more. Read what you need, and go on without lastEventId.',
      { code: 'events.position_expired' },
    ),
  webhookEndpointNotFound: () => new ApiError(404, 'Webhook endpoint not found'),
  webhookDeliveryNotFound: () => new ApiError(404, 'Webhook delivery not found'),
  webhookEndpointLimit: () =>
    new ApiError(409, 'At most 10 webhook endpoints can exist', {
      code: 'webhook_endpoint.limit_reached',
    }),
  webhookSecretsLimit: () =>
    new ApiError(409, 'Five secrets sign already. Wait until a day after an earlier rotation.', {
      code: 'webhook_endpoint.secret_limit_reached',
    }),
  webhooksDisabled: () =>
    new ApiError(409, 'Nothing is sent to this endpoint. Set its status to active first.', {
      code: 'webhook_endpoint.disabled',
    }),
};
