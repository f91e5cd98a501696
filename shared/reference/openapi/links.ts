import { eventTypes } from '../../events/domain/event-type.ts';
import type { Route } from '../../kernel/http/route.ts';
import type { Link, Webhook } from './document.ts';

const created = '$response.body#/data/id';

/** The operations that can follow an answer, by operation. */
const next: Readonly<Partial<Record<string, Readonly<Record<string, Link>>>>> = {
  createLegalEntityApplication: {
    get: to('getLegalEntityApplication', 'Retrieves the application.', { id: created }),
    payWithVoucher: to(
      'payLegalEntityApplicationWithVoucher',
      'Pays the application with a voucher.',
      {
        id: created,
      },
    ),
    openCheckout: to(
      'createLegalEntityApplicationCheckoutSession',
      'Opens a checkout for the application.',
      {
        id: created,
      },
    ),
  },
  createLegalEntityAmendment: {
    get: filing('getLegalEntityAmendment', 'Retrieves the filing.'),
    update: filing('updateLegalEntityAmendment', 'Updates the draft.'),
    payWithVoucher: filing(
      'payLegalEntityAmendmentWithVoucher',
      'Pays the filing once it is signed.',
    ),
    submit: filing('submitLegalEntityAmendment', 'Submits the filing once it is signed and paid.'),
  },
  createCertificateRequest: {
    get: certificate('getCertificateRequest', 'Retrieves the request.'),
    payWithVoucher: certificate(
      'payCertificateRequestWithVoucher',
      'Pays the request with a voucher.',
    ),
  },
  createPartnerResidencyApplication: {
    get: to('getPartnerResidencyApplication', 'Retrieves the application.', { id: created }),
    update: to('updatePartnerResidencyApplication', 'Replaces the application data.', {
      id: created,
    }),
    payWithVoucher: to(
      'payPartnerResidencyApplicationWithVoucher',
      'Pays the application with a voucher.',
      {
        id: created,
      },
    ),
    openCheckout: to(
      'createPartnerResidencyApplicationCheckoutSession',
      'Opens a checkout for the application.',
      {
        id: created,
      },
    ),
    submit: to(
      'submitPartnerResidencyApplication',
      'Submits the filing once it is signed and paid.',
      {
        id: created,
      },
    ),
    documents: to(
      'listPartnerResidencyApplicationDocuments',
      'Lists the documents of the application.',
      {
        id: created,
      },
    ),
  },
  uploadProofOfAddress: {
    download: to('downloadProofOfAddress', 'Downloads the file.', { id: created }),
  },
};

/** The operations that can follow the row's answer, by purpose. */
export function linksOf({ operationId }: Route): Readonly<Record<string, Link>> | undefined {
  return next[operationId];
}

function to(operationId: string, description: string, parameters: Link['parameters']): Link {
  return { operationId, description, parameters };
}

function filing(operationId: string, description: string): Link {
  return to(operationId, description, { id: '$request.path.id', filingId: created });
}

function certificate(operationId: string, description: string): Link {
  return to(operationId, description, { id: '$request.path.id', requestId: created });
}

const text = (description: string) => ({
  required: true,
  in: 'header',
  description,
  schema: { type: 'string' },
});

/** Webhook messages, in the OpenAPI 3.1 format for outgoing calls. */
export const sentWebhooks: Readonly<Record<string, Webhook>> = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'An event has happened',
      description:
        'Sent to each webhook endpoint, signed according to Standard Webhooks 1.0.0. Respond with 2xx within 20 seconds. Any other response, including a redirect, is a failure; the message is then sent again up to nine times in about three days. 410 disables the endpoint. A message can arrive twice, with the same `webhook-id`. Verify the signature before you use the message.',
      tags: ['Webhooks'],
      security: [],
      parameters: [
        {
          name: 'webhook-id',
          ...text('The event’s id in the feed. It is the same for each attempt.'),
        },
        {
          name: 'webhook-timestamp',
          ...text('When this attempt was made, in Unix seconds.'),
        },
        {
          name: 'webhook-signature',
          ...text(
            '`v1,` and the base64 HMAC-SHA256 of id, timestamp and body, joined by dots. While a secret is being rotated, there are several, separated by spaces.',
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
                  description: 'The type of the event. Ignore types that you do not know.',
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
                  description: 'The resource that changed.',
                  properties: {
                    id: { type: 'string', description: 'The id of the resource.' },
                    subject: {
                      type: 'string',
                      description: 'The path of the resource below `/api/v1/`.',
                    },
                    statusId: {
                      type: 'string',
                      description: 'The status of the resource at that time.',
                    },
                    version: {
                      type: 'integer',
                      description: 'The version of the resource at that time.',
                    },
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
        '2XX': { description: 'The message was accepted.' },
        '410': { description: 'You want no more messages. The endpoint is disabled.' },
      },
    },
  },
};
