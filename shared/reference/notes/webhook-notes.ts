/** Notes for webhook endpoints and their deliveries. */
export const webhookNotes: Readonly<Record<string, string>> = {
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
