import {
  idempotencyErrors,
  invalidBody,
  keyErrors,
  tooManyTests,
} from '../../kernel/http/error-cases.ts';
import { defineRoute, type ErrorCase } from '../../kernel/http/route.ts';
import {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  DeliveriesQuery,
  OneDelivery,
  OneEndpoint,
  WebhookDeliveryAnswer,
  WebhookDeliveryList,
  WebhookEndpointAnswer,
  WebhookEndpointDeleted,
  WebhookEndpointList,
  WebhookEndpointSecretAnswer,
} from '../contracts/webhook-endpoint.ts';

const path = '/api/v1/webhook_endpoints';
const one = `${path}/{id}` as const;

const id = '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d';
const endpoint = {
  id,
  url: 'https://receiver.example/registry',
  description: 'Bookkeeping',
  types: ['certificate_request.issued'],
  status: 'active',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  createdAt: '2026-01-16T09:30:00.000Z',
  updatedAt: '2026-01-16T09:30:00.000Z',
};
const withSecret = { ...endpoint, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' };
const delivery = {
  id: '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  type: 'certificate_request.issued',
  status: 'succeeded',
  createdAt: '2026-01-16T09:30:01.000Z',
  nextAttemptAt: null,
  attempts: [{ at: '2026-01-16T09:30:01.000Z', status: 204, failure: null, durationMs: 87 }],
};
const test = {
  ...delivery,
  id: '000000000042-test-3d5e1c60-9f77-4b9c-9a52-8c0a1b2d3e4f',
  type: 'webhook_endpoint.test',
  status: 'due',
  nextAttemptAt: '2026-01-16T09:30:01.000Z',
  attempts: [],
};

const shared = {
  entry: 'functions/webhook-endpoints/manage.ts',
  tag: 'Webhooks',
  auth: {
    scheme: 'any-key',
    agentScope: 'agent:webhooks.manage',
    partnerScope: 'partner:webhooks.manage',
  },
  table: 'read',
  service: true,
  seals: true,
  spec: '5',
} as const;

const errors: readonly ErrorCase[] = [
  ...keyErrors,
  { status: 403, error: 'Partner integration is not active.' },
];
const missing: ErrorCase = {
  status: 404,
  error: 'Webhook endpoint not found',
  when: 'it does not exist, or the key may not manage it',
};
const isDisabled: ErrorCase = {
  status: 409,
  error: 'Nothing is sent to this endpoint. Set its status to active first.',
  code: 'webhook_endpoint.disabled',
};
const notFound = missing.error;

export const createWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Be told of events by webhook',
  description:
    'From now on what happens is sent to the address, signed by Standard Webhooks 1.0.0: to whatever the key may read at the moment when it is sent, as in the feed. `secret` is in this answer alone, and in that to a repeat by the same key under the same `Idempotency-Key`. The address must be `https` and on the internet. There are at most ten for one owner; an Agent Key and a Partner Key see those that they have made, a Standard Key all. An endpoint acts with the key that made it, and with those that this is rotated into; it ends with them. Whoever changes its `url`, enables it or replaces its secret lends it their key.',
  body: CreateWebhookEndpoint,
  response: WebhookEndpointSecretAnswer,
  example: {
    request: {
      url: endpoint.url,
      description: endpoint.description,
      types: endpoint.types,
    },
    response: { data: withSecret },
  },
  errors: [
    invalidBody,
    ...errors,
    {
      status: 409,
      error: 'At most 10 webhook endpoints can exist',
      code: 'webhook_endpoint.limit_reached',
    },
    ...idempotencyErrors,
  ],
  writes: { put: ['audit', 'effect', 'webhookEndpoint'], update: ['feedListeners'] },
  idempotent: 'effect',
});

export const listWebhookEndpoints = defineRoute({
  ...shared,
  operationId: 'listWebhookEndpoints',
  method: 'GET',
  path,
  summary: 'List webhook endpoints',
  description: 'All that the key may manage, oldest first; there are ten at most.',
  response: WebhookEndpointList,
  example: { response: { data: [endpoint] } },
  errors,
});

export const getWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: one,
  summary: 'Read a webhook endpoint',
  description: 'How it is set, and since when nothing has arrived; never its secret.',
  params: OneEndpoint,
  response: WebhookEndpointAnswer,
  example: { response: { data: endpoint } },
  errors: [...errors, missing],
  notFound,
});

export const changeWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'changeWebhookEndpoint',
  method: 'PATCH',
  path: one,
  summary: 'Change a webhook endpoint',
  description:
    'What is not named stays as it is. With `status` it is disabled, or enabled again: then it is told of what happens from then on; what was due is sent. What happened meanwhile is in the feed. When it is enabled or has another `url`, it acts with the calling key from then on.',
  params: OneEndpoint,
  body: ChangeWebhookEndpoint,
  response: WebhookEndpointAnswer,
  example: {
    request: { status: 'disabled' },
    response: {
      data: {
        ...endpoint,
        status: 'disabled',
        disabledReason: 'owner',
        disabledAt: '2026-01-16T09:40:00.000Z',
        updatedAt: '2026-01-16T09:40:00.000Z',
      },
    },
  },
  errors: [invalidBody, ...errors, missing, ...idempotencyErrors],
  notFound,
  writes: { put: ['audit', 'effect', 'event'], update: ['webhookEndpoint'] },
  idempotent: 'effect',
});

export const deleteWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: one,
  summary: 'Delete a webhook endpoint',
  description: 'No attempt is begun after that; one that is under way may still arrive.',
  params: OneEndpoint,
  response: WebhookEndpointDeleted,
  example: { response: { data: { id, deleted: true } } },
  errors: [...errors, missing],
  notFound,
  writes: { put: ['audit'], update: ['feedListeners'], delete: ['webhookEndpoint'] },
});

export const rotateWebhookSecret = defineRoute({
  ...shared,
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate_secret`,
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'The new secret is in this answer alone, and in that to a repeat by the same key under the same `Idempotency-Key`. For 24 hours the previous one also signs: a message has a signature by each, with a space between them. At most five secrets sign at the same time. The endpoint acts with the calling key from then on.',
  params: OneEndpoint,
  response: WebhookEndpointSecretAnswer,
  example: { response: { data: withSecret } },
  errors: [
    ...errors,
    missing,
    {
      status: 409,
      error: 'Five secrets sign already. Wait until a day after an earlier rotation.',
      code: 'webhook_endpoint.secret_limit_reached',
    },
    ...idempotencyErrors,
  ],
  notFound,
  writes: { put: ['audit', 'effect'], update: ['webhookEndpoint'] },
  idempotent: 'effect',
});

export const testWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'testWebhookEndpoint',
  method: 'POST',
  path: `${one}/test`,
  summary: 'Send a test to a webhook endpoint',
  description:
    'A message of the type `webhook_endpoint.test` is sent a moment later, as others are, and tried three times at most. Its delivery says what became of it.',
  params: OneEndpoint,
  response: WebhookDeliveryAnswer,
  example: { response: { data: test } },
  errors: [...errors, missing, isDisabled, ...idempotencyErrors, tooManyTests],
  notFound,
  writes: {
    put: ['effect', 'event', 'webhookDelivery', 'webhookDue'],
    update: ['attempts', 'webhookEndpoint'],
  },
  idempotent: 'effect',
});

export const listWebhookDeliveries = defineRoute({
  ...shared,
  operationId: 'listWebhookDeliveries',
  method: 'GET',
  path: `${one}/deliveries`,
  summary: 'List what was sent to a webhook endpoint',
  description:
    'Newest events first, for 30 days. A delivery is there when its first attempt is over. Of the receiver’s answers only the status is kept.',
  params: OneEndpoint,
  query: DeliveriesQuery,
  response: WebhookDeliveryList,
  example: { response: { data: [delivery], pagination: { limit: 50, nextCursor: null } } },
  errors: [...errors, missing],
  notFound,
});

export const redeliverWebhook = defineRoute({
  ...shared,
  operationId: 'redeliverWebhook',
  method: 'POST',
  path: `${one}/deliveries/{deliveryId}/redeliver`,
  summary: 'Send a delivery once more',
  description:
    'One attempt more is made a moment later, under the same `webhook-id`; the schedule of what still fails stays as it is. The answer is the delivery as it was.',
  params: OneDelivery,
  response: WebhookDeliveryAnswer,
  example: { response: { data: delivery } },
  errors: [
    ...errors,
    missing,
    {
      status: 404,
      error: 'Webhook delivery not found',
      when: 'the endpoint has none with this id',
    },
    isDisabled,
    ...idempotencyErrors,
    tooManyTests,
  ],
  notFound,
  writes: { put: ['effect', 'event', 'webhookDue'], update: ['attempts', 'webhookEndpoint'] },
  idempotent: 'effect',
});
