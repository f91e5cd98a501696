import { eventTypes } from '../../events/domain/event-type.ts';
import type { JsonSchema } from './document.ts';

const text = (description: string) => ({
  required: true,
  in: 'header',
  description,
  schema: { type: 'string' },
});

/** What is sent to webhook endpoints, as OpenAPI 3.1 describes calls that come from here. */
export const sentWebhooks: Readonly<Record<string, JsonSchema>> = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Something has happened',
      description:
        'Sent to each webhook endpoint, signed by Standard Webhooks 1.0.0. Answer 2xx within 20 seconds; any other answer, redirects included, is a failure, after which the same message comes again up to nine times in about three days. 410 ends the endpoint. A message may come twice: its `webhook-id` is the same then. Verify the signature before you believe anything.',
      tags: ['Webhooks'],
      security: [],
      parameters: [
        {
          name: 'webhook-id',
          ...text('The id of the event in the feed, the same with each attempt.'),
        },
        {
          name: 'webhook-timestamp',
          ...text('When this attempt was made, in seconds since 1970.'),
        },
        {
          name: 'webhook-signature',
          ...text(
            '`v1,` and HMAC-SHA256 in base64 of id, timestamp and body, joined by dots; several with spaces between them while a secret is being replaced.',
          ),
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: {
                  type: 'string',
                  description: 'What has happened. Skip what you do not know.',
                  examples: [...eventTypes.slice(0, 1), 'webhook_endpoint.test'],
                },
                timestamp: {
                  type: 'string',
                  format: 'date-time',
                  description: 'When it happened.',
                },
                data: {
                  type: 'object',
                  required: ['id'],
                  description: 'What it happened to.',
                  properties: {
                    id: { type: 'string', description: 'The id of the thing.' },
                    subject: {
                      type: 'string',
                      description: 'Where the thing is read: its path below `/api/v1/`.',
                    },
                    statusId: { type: 'string', description: 'The status that it had then.' },
                    version: { type: 'integer', description: 'The version that it had then.' },
                  },
                },
              },
            },
            example: {
              type: 'certificate_request.issued',
              timestamp: '2026-01-16T09:30:00.000Z',
              data: {
                id: 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47',
                statusId: 'Issued',
                subject:
                  'legal_entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11/certificate_requests/b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47',
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'It was taken.' },
        '410': { description: 'Nothing more is wanted: the endpoint is disabled.' },
      },
    },
  },
};
