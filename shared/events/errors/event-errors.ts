import { defineError, type ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { testLimits } from '../domain/webhook-endpoint.ts';

export const eventPositionUnknown = defineError({
  status: 400,
  code: 'events.position_unknown',
  error: 'This feed has no event with this id',
  when: 'The id belongs to another feed, or does not exist.',
});

export const eventPositionExpired = defineError({
  status: 410,
  code: 'events.position_expired',
  error:
    'This position has expired; events are kept for 30 days. Read what you need, then continue without lastEventId.',
  when: 'The next event is older than 30 days.',
});

export const webhookEndpointNotFound = defineError({
  status: 404,
  code: 'webhook_endpoint.not_found',
  error: 'Webhook endpoint not found',
  when: 'The endpoint does not exist, or the key cannot manage it.',
});

export const webhookDeliveryNotFound = defineError({
  status: 404,
  code: 'webhook_delivery.not_found',
  error: 'Webhook delivery not found',
  when: 'The endpoint has no delivery with this id.',
});

export const webhookEndpointLimit = defineError({
  status: 409,
  code: 'webhook_endpoint.limit_reached',
  error: 'At most 10 webhook endpoints can exist',
});

export const webhookSecretsLimit = defineError({
  status: 409,
  code: 'webhook_endpoint.secret_limit_reached',
  error:
    'Five secrets are active. Wait until the oldest one expires. A secret expires a day after you replace it.',
});

export const webhooksDisabled = defineError({
  status: 409,
  code: 'webhook_endpoint.disabled',
  error: 'This endpoint is disabled. Set its status to active first.',
});

const { ofEndpoint, ofOwner, toHost } = testLimits;

/** For tests and redeliveries of webhooks. */
export const tooManyTests: ErrorCase = {
  ...apiErrors.tooManyAttempts,
  when: `There were more than ${ofEndpoint.max} tests and redeliveries in a minute to one endpoint, ${ofOwner.max} of one owner, or ${toHost.max} to one host. Wait for \`Retry-After\`.`,
};
