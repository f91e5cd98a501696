/** Of webhook endpoints and what was sent to them. */
export const webhookNotes: Readonly<Record<string, string>> = {
  'CreateWebhookEndpoint.url':
    'Where messages are sent to: an `https` address on the internet, without user, password and fragment.',
  'CreateWebhookEndpoint.description': 'What you call it; null for nothing.',
  'CreateWebhookEndpoint.types': 'Of which events it is told; null for all, also those to come.',
  'ChangeWebhookEndpoint.url': 'Where messages are sent to from now on.',
  'ChangeWebhookEndpoint.description': 'What you call it; null for nothing.',
  'ChangeWebhookEndpoint.types': 'Of which events it is told from now on; null for all.',
  'ChangeWebhookEndpoint.status': 'Whether anything is sent to it.',
  'WebhookEndpoint.url': 'Where messages are sent to.',
  'WebhookEndpoint.description': 'What its owner calls it.',
  'WebhookEndpoint.types': 'Of which events it is told; null for all.',
  'WebhookEndpoint.status': 'Whether anything is sent to it.',
  'WebhookEndpoint.disabledReason':
    'Why nothing is sent: you said so (`owner`), the receiver answered 410 (`gone`), nothing arrived for five days (`failing`), the key that it acted with has ended (`key_ended`), or its secret can’t be read any more and has to be replaced (`secret_lost`).',
  'WebhookEndpoint.disabledAt': 'Since when nothing is sent.',
  'WebhookEndpoint.failingSince': 'Since when nothing has arrived; null while messages arrive.',
  'WebhookEndpoint.createdAt': 'When it was made.',
  'WebhookEndpoint.updatedAt': 'When it was changed last.',
  'WebhookEndpointWithSecret.secret':
    'What messages are signed with: `whsec_` and base64. It is in this answer alone.',
  deleted: 'Always true: it is gone.',
  'WebhookDelivery.id': 'The id of the event, and the `webhook-id` of its messages.',
  'WebhookDelivery.type': 'What has happened, and to what; `webhook_endpoint.test` for a test.',
  'WebhookDelivery.status':
    '`due`: another attempt comes. `given_up`: ten attempts have failed, or the receiver answered 410. `withheld`: the right to see it ended before it arrived.',
  'WebhookDelivery.createdAt': 'When its first attempt was made.',
  'WebhookDelivery.nextAttemptAt': 'When the next attempt is made at the earliest.',
  'WebhookDelivery.attempts': 'The newest attempts, oldest first.',
  'WebhookAttempt.at': 'When it was made.',
  'WebhookAttempt.status': 'The status of the receiver’s answer; null where there was none.',
  'WebhookAttempt.failure':
    'Why there was none: `name`, `address`, `timeout`, `connection`, `url` or `too_large`.',
  'WebhookAttempt.durationMs': 'How long it took, in milliseconds.',
  'WebhookEndpoint.id': 'The endpoint.',
  'WebhookEndpointWithSecret.id': 'The endpoint.',
  'WebhookEndpointWithSecret.url': 'Where messages are sent to.',
  'WebhookEndpointWithSecret.description': 'What its owner calls it.',
  'WebhookEndpointWithSecret.types': 'Of which events it is told; null for all.',
  'WebhookEndpointWithSecret.status': 'Whether anything is sent to it.',
  'WebhookEndpointWithSecret.disabledReason':
    'Why nothing is sent: you said so (`owner`), the receiver answered 410 (`gone`), nothing arrived for five days (`failing`), the key that it acted with has ended (`key_ended`), or its secret can’t be read any more and has to be replaced (`secret_lost`).',
  'WebhookEndpointWithSecret.disabledAt': 'Since when nothing is sent.',
  'WebhookEndpointWithSecret.failingSince':
    'Since when nothing has arrived; null while messages arrive.',
  'WebhookEndpointWithSecret.createdAt': 'When it was made.',
  'WebhookEndpointWithSecret.updatedAt': 'When it was changed last.',
};
