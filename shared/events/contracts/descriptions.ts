import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'Event.id': 'The id of the event: its position in the feed.',
  'Event.type': 'The type of the event.',
  'Event.time': 'When it happened, to the second.',
  'Event.subject': 'The path of the resource below `/api/v1/`.',
  'Event.data': 'The resource that changed.',
  'EventData.id': 'The id of the resource.',
  'EventData.statusId': 'The status of the resource at that time; absent if it has none.',
  'EventData.rejectedReasonCode':
    'The kind of reason of a rejection; null if the reviewer chose none. Absent from other events.',
  'EventData.version':
    'The version of a residency application at that time; absent for other resources.',
  'EventFeed.data': 'The events, oldest first.',
  'EventFeed.pagination': 'The position in the feed.',
  'pagination.lastEventId':
    'Send this as `lastEventId` with your next call; null while there are no events.',
  'pagination.hasMore': 'Whether more events are available now.',
  'CloudEvent.specversion': 'The version of CloudEvents.',
  'CloudEvent.id': 'The id of the event: its position in the feed.',
  'CloudEvent.source': 'The address of the feed.',
  'CloudEvent.type': 'The type of the event.',
  'CloudEvent.time': 'When it happened, to the second.',
  'CloudEvent.subject': 'The path of the resource below `/api/v1/`.',
  'CloudEvent.datacontenttype': 'The media type of `data`.',
  'CloudEvent.data': 'The resource that changed.',

  'CreateWebhookEndpoint.url':
    'The address that gets the messages: `https`, on the public internet, without user, password and fragment.',
  'CreateWebhookEndpoint.description': 'Your name for it; null for none.',
  'CreateWebhookEndpoint.types':
    'The event types that it gets; null for all, including future types.',
  'ChangeWebhookEndpoint.url': 'The new address for messages.',
  'ChangeWebhookEndpoint.description': 'Your name for it; null for none.',
  'ChangeWebhookEndpoint.types': 'The event types that it gets from now on; null for all.',
  'ChangeWebhookEndpoint.status': 'Whether the endpoint gets messages.',
  'WebhookEndpoint.url': 'The address that gets the messages.',
  'WebhookEndpoint.description': 'The owner’s name for it.',
  'WebhookEndpoint.types': 'The event types that it gets; null for all.',
  'WebhookEndpoint.status': 'Whether the endpoint gets messages.',
  'WebhookEndpoint.disabledReason':
    'Why it is disabled. You disabled it (`owner`), or the receiver responded with 410 (`gone`). All deliveries failed for five days (`failing`). Its key was revoked or expired (`key_ended`). Its secret can no longer be read and must be rotated (`secret_lost`).',
  'WebhookEndpoint.disabledAt': 'When it was disabled.',
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
  'WebhookDelivery.createdAt': 'When its first attempt was made.',
  'WebhookDelivery.nextAttemptAt': 'The earliest time of the next attempt.',
  'WebhookDelivery.attempts': 'The newest attempts, oldest first.',
  'WebhookAttempt.at': 'When it was created.',
  'WebhookAttempt.status': 'The status of the receiver’s response; null if there was none.',
  'WebhookAttempt.failure':
    'Why there was no response: `name`, `address`, `timeout`, `connection`, `url` or `too_large`.',
  'WebhookAttempt.durationMs': 'How long it took, in milliseconds.',
  'WebhookEndpoint.id': 'The id of the endpoint.',
  'WebhookEndpointWithSecret.id': 'The id of the endpoint.',
  'WebhookEndpointWithSecret.url': 'The address that gets the messages.',
  'WebhookEndpointWithSecret.description': 'The owner’s name for it.',
  'WebhookEndpointWithSecret.types': 'The event types that it gets; null for all.',
  'WebhookEndpointWithSecret.status': 'Whether the endpoint gets messages.',
  'WebhookEndpointWithSecret.disabledReason':
    'Why it is disabled. You disabled it (`owner`), or the receiver responded with 410 (`gone`). All deliveries failed for five days (`failing`). Its key was revoked or expired (`key_ended`). Its secret can no longer be read and must be rotated (`secret_lost`).',
  'WebhookEndpointWithSecret.disabledAt': 'When it was disabled.',
  'WebhookEndpointWithSecret.failingSince':
    'Since when all deliveries have failed; null while they succeed.',
  'WebhookEndpointWithSecret.createdAt': 'When it was created.',
  'WebhookEndpointWithSecret.updatedAt': 'When it last changed.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'WebhookAttempt.failure': 'timeout',
  'ChangeWebhookEndpoint.url': 'https://receiver.example/registry',
  'EventData.version': 3,
  'CloudEvent.source': 'https://registry.example/api/v1/events',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  webhook_endpoints: ['The id of the endpoint.', '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d'],
  deliveries: [
    'The id of the delivery, which is that of its event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  lastEventId: [
    '`pagination.lastEventId` of the previous response. Without it, the feed starts with the oldest stored event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
  'listEvents.type': ['Only events of this type.', 'certificate_request.issued'],
  'listLegalEntityChanges.type': ['Only events of this type.', 'legal_entity.registered'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Events: {
    'events.position_unknown': [
      'The feed of this credential has no event with the id in `lastEventId`.',
      'Use only ids from this feed. Leave `lastEventId` out to start from the beginning.',
    ],
    'events.position_expired': [
      'The events after this position are no longer available. A feed keeps events for 30 days.',
      'Read the resources that you follow once. Then read the feed without `lastEventId`.',
    ],
  },
  Webhooks: {
    'webhook_endpoint.secret_limit_reached': [
      'Five secrets of this endpoint are valid. Each stays valid for a day after it was replaced.',
      'Wait until the oldest one expires.',
    ],
    'webhook_endpoint.limit_reached': [
      'There are already ten endpoints for this feed.',
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
