import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
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
import * as eventErrors from '../errors/event-errors.ts';

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

const errors: readonly ErrorCase[] = [...apiErrors.keyErrors, apiErrors.integrationNotActive];
const notFound = eventErrors.webhookEndpointNotFound;

export const createWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'createWebhookEndpoint',
  method: 'POST',
  path,
  summary: 'Create a webhook endpoint',
  description:
    'Creates an endpoint. From now on, the service sends it a signed message (Standard Webhooks 1.0.0) for each event that the key can read at that moment. The address must be `https` and on the public internet. Only this response contains the `secret`; a repeat by the same key with the same `Idempotency-Key` contains it again. An owner can have ten endpoints. Agent Keys and Partner Keys see the endpoints that they created; a Standard Key sees all. The endpoint uses the access of the key that created it, or that replaced this key in a rotation. It stops when the key is revoked or expires. A key that changes the `url`, enables the endpoint or rotates its secret takes over.',
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
    apiErrors.invalidBody,
    ...errors,
    eventErrors.webhookEndpointLimit,
    ...apiErrors.idempotencyErrors,
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
  description: 'Lists all endpoints that the key can manage, oldest first. There are at most ten.',
  response: WebhookEndpointList,
  example: { response: { data: [endpoint] } },
  errors,
});

export const getWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'getWebhookEndpoint',
  method: 'GET',
  path: one,
  summary: 'Retrieve a webhook endpoint',
  description:
    'Returns the endpoint’s settings, and since when deliveries have failed. The response never contains the secret.',
  params: OneEndpoint,
  response: WebhookEndpointAnswer,
  example: { response: { data: endpoint } },
  errors: [...errors, eventErrors.webhookEndpointNotFound],
  notFound,
});

export const changeWebhookEndpoint = defineRoute({
  ...shared,
  operationId: 'changeWebhookEndpoint',
  method: 'PATCH',
  path: one,
  summary: 'Update a webhook endpoint',
  description:
    'Updates the fields that you send. Use `status` to disable the endpoint or to enable it again. Once enabled, it gets new events and the deliveries that were already due. Fetch events that happened while it was disabled from the feed. When you enable the endpoint or change its `url`, it uses the access of the calling key from then on.',
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
  errors: [
    apiErrors.invalidBody,
    ...errors,
    eventErrors.webhookEndpointNotFound,
    ...apiErrors.idempotencyErrors,
  ],
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
  description:
    'Deletes the endpoint. No new attempt starts after that. An attempt that is already in progress may still arrive.',
  params: OneEndpoint,
  response: WebhookEndpointDeleted,
  example: { response: { data: { id, deleted: true } } },
  errors: [...errors, eventErrors.webhookEndpointNotFound],
  notFound,
  writes: { put: ['audit'], update: ['feedListeners'], delete: ['webhookEndpoint'] },
});

export const rotateWebhookSecret = defineRoute({
  ...shared,
  operationId: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate_secret`,
  summary: 'Rotate a webhook secret',
  description:
    'Replaces the secret. Only this response contains the new one; a repeat by the same key with the same `Idempotency-Key` contains it again. The previous secret also signs for 24 hours: a message then has one signature for each secret, separated by a space. At most five secrets sign at the same time. The endpoint uses the access of the calling key from then on.',
  params: OneEndpoint,
  response: WebhookEndpointSecretAnswer,
  example: { response: { data: withSecret } },
  errors: [
    ...errors,
    eventErrors.webhookEndpointNotFound,
    eventErrors.webhookSecretsLimit,
    ...apiErrors.idempotencyErrors,
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
  summary: 'Send a test webhook',
  description:
    'Sends a message of the type `webhook_endpoint.test` a moment later, like any other, with at most three attempts. See its delivery for the result.',
  params: OneEndpoint,
  response: WebhookDeliveryAnswer,
  example: { response: { data: test } },
  errors: [
    ...errors,
    eventErrors.webhookEndpointNotFound,
    eventErrors.webhooksDisabled,
    ...apiErrors.idempotencyErrors,
    eventErrors.tooManyTests,
  ],
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
  summary: 'List webhook deliveries',
  description:
    'Lists the deliveries of the last 30 days, newest event first. A delivery appears after its first attempt. Only the status of the receiver’s response is stored.',
  params: OneEndpoint,
  query: DeliveriesQuery,
  response: WebhookDeliveryList,
  example: { response: { data: [delivery], pagination: { limit: 50, nextCursor: null } } },
  errors: [...errors, eventErrors.webhookEndpointNotFound],
  notFound,
});

export const redeliverWebhook = defineRoute({
  ...shared,
  operationId: 'redeliverWebhook',
  method: 'POST',
  path: `${one}/deliveries/{deliveryId}/redeliver`,
  summary: 'Redeliver a webhook',
  description:
    'Starts one more attempt a moment later, with the same `webhook-id`. The retry schedule does not change. The response shows the delivery before this attempt.',
  params: OneDelivery,
  response: WebhookDeliveryAnswer,
  example: { response: { data: delivery } },
  errors: [
    ...errors,
    eventErrors.webhookEndpointNotFound,
    eventErrors.webhookDeliveryNotFound,
    eventErrors.webhooksDisabled,
    ...apiErrors.idempotencyErrors,
    eventErrors.tooManyTests,
  ],
  notFound,
  writes: { put: ['effect', 'event', 'webhookDue'], update: ['attempts', 'webhookEndpoint'] },
  idempotent: 'effect',
});
