import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { batchType, CloudEventBatch, EventFeed, EventQuery } from '../contracts/events.ts';
import * as eventErrors from '../errors/event-errors.ts';

const entry = 'functions/events/read.ts';

const subject =
  'legal_entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11/certificate_requests/b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47';
const issued = {
  id: '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  type: 'certificate_request.issued',
  time: '2026-01-16T09:30:00.000Z',
  subject,
  data: { id: 'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47', statusId: 'Issued' },
};
const registered = {
  id: '000000000007-0b7c2d4e6f8091a3b5c7d9e1f3a5b7c9',
  type: 'legal_entity.registered',
  time: '2026-01-16T09:30:00.000Z',
  subject: 'legal_entities/7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  data: { id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11' },
};

/** The same event in both response formats. */
function examples(event: typeof issued | typeof registered, source: string) {
  const pagination = { limit: 50, lastEventId: event.id, hasMore: false };
  return {
    response: { data: [event], pagination },
    batch: [
      {
        specversion: '1.0',
        id: event.id,
        source: `https://registry.example${source}`,
        type: event.type,
        time: event.time,
        subject: event.subject,
        datacontenttype: 'application/json',
        data: event.data,
      },
    ],
  };
}

const positions: readonly ErrorCase[] = [
  eventErrors.eventPositionUnknown,
  eventErrors.eventPositionExpired,
];

const howToRead =
  'Oldest first. Send the `lastEventId` of each response with your next call. Without it, the feed starts with the oldest event; events are kept for 30 days. An event contains ids only: fetch the resource, which may have changed again. You never get the same change under two ids. With `Accept: application/cloudevents-batch+json` you get a batch of CloudEvents.';

const paths = {
  events: '/api/v1/events',
  changes: '/api/v1/registries/legal_entities/changes',
} as const;

const eventExamples = examples(issued, paths.events);
const changeExamples = examples(registered, paths.changes);

export const listEvents = defineRoute({
  operationId: 'listEvents',
  method: 'GET',
  path: paths.events,
  entry,
  summary: 'List events',
  description: `Lists events about everything that your credential can read now. Other events are left out. ${howToRead}`,
  tag: 'Events',
  auth: {
    scheme: 'any',
    agentScope: 'agent:events.read',
    partnerScope: 'partner:events.read',
    oauthScope: 'service:events.read',
  },
  query: EventQuery,
  response: EventFeed,
  alternative: { type: batchType, response: CloudEventBatch, example: eventExamples.batch },
  example: { response: eventExamples.response },
  errors: [
    ...apiErrors.keyErrors,
    { ...apiErrors.invalidToken, when: 'The access token is no longer valid.' },
    apiErrors.missingScopes('service:events.read'),
    apiErrors.integrationNotActive,
    ...positions,
  ],
  table: 'read',
  service: true,
  spec: '5',
});

export const listRegistryChanges = defineRoute({
  operationId: 'listLegalEntityChanges',
  method: 'GET',
  path: paths.changes,
  entry,
  summary: 'List changes to the public registry',
  description: `Lists entities that were registered, renamed, dissolved or annulled. It shows only what search shows. ${howToRead}`,
  tag: 'Registry',
  auth: { scheme: 'key', agentScope: 'agent:registry.search' },
  query: EventQuery,
  response: EventFeed,
  alternative: { type: batchType, response: CloudEventBatch, example: changeExamples.batch },
  example: { response: changeExamples.response },
  errors: [...apiErrors.keyErrors, ...positions],
  table: 'read',
  service: true,
  spec: '5',
});
