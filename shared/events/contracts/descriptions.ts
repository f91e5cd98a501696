import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/**
 * Field descriptions for these contracts, by name or by `Around.name`. Only the API description
 * uses this file.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'Event.id': 'The id of the event: its position in the feed.',
  'Event.type': 'The type of the event.',
  'Event.time': 'When it happened, to the second.',
  'Event.subject': 'The path of the resource below `/api/v1/`.',
  'Event.data': 'The resource that changed.',
  'EventData.id': 'The id of the resource.',
  'EventData.statusId': 'The status of the resource at that time; absent if it has none.',
  'EventData.rejectedReasonCode':
    'The category of the reason for a rejection; null if the reviewer chose none. Absent from other events.',
  'EventData.version':
    'The version of a residency application at that time; absent for other resources.',
  'EventFeed.data': 'The events, oldest first.',
  'EventFeed.pagination': 'The position in the feed.',
  'pagination.lastEventId':
    'Send this as `lastEventId` with your next call; null while there are no events.',
  'pagination.hasMore': 'Whether more events are available now.',
  'CloudEvent.specversion': 'The version of CloudEvents.',
  'CloudEvent.id': 'The id of the event: its position in the feed.',
  'CloudEvent.source': 'The URL of the feed.',
  'CloudEvent.type': 'The type of the event.',
  'CloudEvent.time': 'When it happened, to the second.',
  'CloudEvent.subject': 'The path of the resource below `/api/v1/`.',
  'CloudEvent.datacontenttype': 'The media type of `data`.',
  'CloudEvent.data': 'The resource that changed.',

  'CreateWebhookEndpoint.url':
    'The URL that receives the messages: `https`, on the public internet, without user, password and fragment.',
  'CreateWebhookEndpoint.description': 'Your name for the endpoint; null if you need none.',
  'CreateWebhookEndpoint.types':
    'The event types that it receives; null for all, including future types.',
  'ChangeWebhookEndpoint.url': 'The new URL for messages.',
  'ChangeWebhookEndpoint.description': 'Your name for the endpoint; null removes the name.',
  'ChangeWebhookEndpoint.types': 'The event types that it receives from now on; null for all.',
  'ChangeWebhookEndpoint.status': 'Whether the endpoint receives messages.',
  'WebhookEndpoint.url': 'The URL that receives the messages.',
  'WebhookEndpoint.description': 'A name that helps to recognize it; null if there is none.',
  'WebhookEndpoint.types': 'The event types that it receives; null for all.',
  'WebhookEndpoint.status': 'Whether the endpoint receives messages.',
  'WebhookEndpoint.disabledReason':
    'Why it is disabled; null while it is not. `owner`: you disabled it. `gone`: the receiver responded with 410. `failing`: all deliveries failed for five days. `key_ended`: its key was revoked or has expired. `secret_lost`: its secret can no longer be read and must be rotated.',
  'WebhookEndpoint.disabledAt': 'When it was disabled; null while it is not.',
  'WebhookEndpoint.failingSince': 'Since when all deliveries have failed; null while they succeed.',
  'WebhookEndpoint.createdAt': 'When it was created.',
  'WebhookEndpoint.updatedAt': 'When it last changed.',
  'WebhookEndpointWithSecret.secret':
    'The signing secret: `whsec_` and base64. Only this response contains it.',
  deleted: 'Always true.',
  'WebhookDelivery.id': 'The id of the event, and the `webhook-id` of its messages.',
  'WebhookDelivery.type': 'The type of the event; `webhook_endpoint.test` for a test.',
  'WebhookDelivery.status':
    '`due`: another attempt follows. `given_up`: ten attempts failed, or the receiver responded with 410. `withheld`: the endpoint lost access to the resource before delivery.',
  'WebhookDelivery.createdAt': 'When the first attempt was made.',
  'WebhookDelivery.nextAttemptAt': 'The earliest time of the next attempt.',
  'WebhookDelivery.attempts': 'The most recent attempts, oldest first.',
  'WebhookAttempt.at': 'When the attempt was made.',
  'WebhookAttempt.status': 'The status of the receiver’s response; null if there was none.',
  'WebhookAttempt.failure':
    'Why there was no response: `name`, `address`, `timeout`, `connection`, `url` or `too_large`. Null if there was one.',
  'WebhookAttempt.durationMs': 'How long the attempt took, in milliseconds.',
  'WebhookEndpoint.id': 'The id of the endpoint.',
  'WebhookEndpointWithSecret.id': 'The id of the endpoint.',
  'WebhookEndpointWithSecret.url': 'The URL that receives the messages.',
  'WebhookEndpointWithSecret.description':
    'A name that helps to recognize it; null if there is none.',
  'WebhookEndpointWithSecret.types': 'The event types that it receives; null for all.',
  'WebhookEndpointWithSecret.status': 'Whether the endpoint receives messages.',
  'WebhookEndpointWithSecret.disabledReason':
    'Why it is disabled; null while it is not. `owner`: you disabled it. `gone`: the receiver responded with 410. `failing`: all deliveries failed for five days. `key_ended`: its key was revoked or has expired. `secret_lost`: its secret can no longer be read and must be rotated.',
  'WebhookEndpointWithSecret.disabledAt': 'When it was disabled; null while it is not.',
  'WebhookEndpointWithSecret.failingSince':
    'Since when all deliveries have failed; null while they succeed.',
  'WebhookEndpointWithSecret.createdAt': 'When it was created.',
  'WebhookEndpointWithSecret.updatedAt': 'When it last changed.',
};

/** Examples for fields that occur in no operation’s example. */
export const examples: Readonly<Record<string, unknown>> = {
  'WebhookAttempt.failure': 'timeout',
  'ChangeWebhookEndpoint.url': 'https://receiver.example/registry',
  'EventData.version': 3,
  'CloudEvent.source': 'https://registry.example/api/v1/events',
};

/** Path parameters, by the preceding part of the path: a description and an example. */
export const pathParameters: ParameterNotes = {
  webhook_endpoints: ['The id of the endpoint.', '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d'],
  deliveries: [
    'The id of the delivery, which is the id of its event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
};

/** Query parameters, by name or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  lastEventId: [
    '`pagination.lastEventId` of the previous response. Without it, the feed starts with the oldest stored event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
  'listEvents.type': ['Only events of this type.', 'certificate_request.issued'],
  'listLegalEntityChanges.type': ['Only events of this type.', 'legal_entity.registered'],
};

/** What each error code means and what to do, grouped as on the errors page. */
export const errorNotes: ErrorNotes = {
  Events: {
    'events.position_unknown': [
      'The feed of this credential has no event with the id in `lastEventId`.',
      'Use only ids from this feed. Leave `lastEventId` out to start from the beginning.',
    ],
    'events.position_expired': [
      'The events after this position are no longer available. A feed keeps events for 30 days.',
      'Fetch the resources that you follow. Then read the feed again without `lastEventId`.',
    ],
  },
  Webhooks: {
    'webhook_endpoint.secret_limit_reached': [
      'Five secrets of this endpoint are valid. Each stays valid for a day after it is replaced.',
      'Wait until the oldest one expires.',
    ],
    'webhook_endpoint.limit_reached': [
      'The owner of the key already has ten endpoints.',
      'Delete one that you no longer need.',
    ],
    'webhook_endpoint.disabled': [
      'This endpoint is disabled and gets no events. `disabledReason` gives the cause, such as a 410 from the receiver or five days of failures.',
      'Set its `status` to `active` first.',
    ],
    'webhook_endpoint.not_found': [
      'The endpoint does not exist, or the key cannot manage it.',
      'Check the id.',
    ],
    'webhook_delivery.not_found': ['The endpoint has no delivery with this id.', 'Check the id.'],
  },
};
