import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  DeadLettersAnswer,
  DeadLettersQuery,
  DiscardAnswer,
  DiscardDeadLetters,
  QueuesAnswer,
  Redrive,
  RedriveAnswer,
} from '../contracts/admin-outbox-contract.ts';

const shared = {
  entry: 'functions/admin/outbox.ts',
  tag: 'Operators: outbox',
  auth: { scheme: 'operator' },
  table: 'none',
  spec: '1',
} as const;

export const adminListQueues = defineRoute({
  ...shared,
  operationId: 'adminListQueues',
  method: 'GET',
  path: '/admin/v1/outbox/queues',
  summary: 'List the outbox queues',
  description:
    'The numbers are SQS estimates. `inFlight` events are being delivered, or failed and will be retried. `dead` events were given up. `unrouted` holds events that could not be sent to their consumer’s queue; the service tries again.',
  response: QueuesAnswer,
  example: { response: { data: [{ queue: 'mail', waiting: 0, inFlight: 1, dead: 2 }] } },
  errors: apiErrors.operatorErrors,
  deadLetters: true,
});

export const adminListDeadLetters = defineRoute({
  ...shared,
  operationId: 'adminListDeadLetters',
  method: 'GET',
  path: '/admin/v1/outbox/dead_letters',
  summary: 'List dead letters',
  description:
    'Lists events whose delivery was given up, oldest first. Reading hides them from other readers for some seconds, and changes nothing else. `complete` is false if there was not enough time to read all. For messages that are not events, everything except `queue` is null.',
  query: DeadLettersQuery,
  response: DeadLettersAnswer,
  example: {
    response: {
      data: [
        {
          queue: 'mail',
          eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
          type: 'mail.requested',
          template: 'review_waiting',
          createdAt: '2026-01-16T09:30:00.000Z',
          requestId: null,
        },
      ],
      complete: true,
    },
  },
  errors: apiErrors.operatorErrors,
  deadLetters: true,
});

export const adminRedriveDeadLetters = defineRoute({
  ...shared,
  operationId: 'adminRedriveDeadLetters',
  method: 'POST',
  path: '/admin/v1/outbox/redrive',
  summary: 'Deliver dead letters again',
  description:
    'Redelivers all dead letters, those of one queue, or one event. A call handles some hundred of each queue, so repeat it while some are `remaining`. To find one event, all dead letters are read; `complete` is false if there was not enough time. Events that already took effect do nothing the second time. `notRemoved` counts events that were redelivered but are still listed. Events that can’t be redelivered stay. The audit trail records the redelivery before it starts.',
  body: Redrive,
  response: RedriveAnswer,
  example: {
    request: { queue: 'mail' },
    response: { data: { redriven: 2, notRemoved: 0, remaining: 0, complete: true } },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.operatorErrors],
  writes: { put: ['audit'] },
  deadLetters: true,
});

export const adminDiscardDeadLetters = defineRoute({
  ...shared,
  operationId: 'adminDiscardDeadLetters',
  method: 'POST',
  path: '/admin/v1/outbox/discard',
  summary: 'Discard dead letters',
  description:
    'Removes one event, or `everything` in a queue; `confirm` must then repeat the name of the queue. A call removes some hundred events, so repeat it while some are `remaining`. The effects of these events never happen. Before it removes events, the service records their ids and the reason in the audit trail.',
  body: DiscardDeadLetters,
  response: DiscardAnswer,
  example: {
    request: {
      eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
      reason: 'the review was withdrawn',
    },
    response: { data: { discarded: 1, notRemoved: 0, remaining: 0, complete: true } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'The event has no dead letter.' },
  ],
  writes: { put: ['actReason', 'audit'] },
  deadLetters: true,
});
