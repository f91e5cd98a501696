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
  summary: 'See how much waits in the queues of the outbox',
  description:
    'By the estimate of SQS. `inFlight` is being delivered, or waits after it failed; `dead` was given up. `unrouted` holds events that the queue of their consumer refused; they are tried again.',
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
  summary: 'List events that were given up',
  description:
    'Oldest first. Looking hides them from others for some seconds, and changes nothing; `complete` is false where there was no time to look at all. Messages that are no event have null in all but `queue`.',
  query: DeadLettersQuery,
  response: DeadLettersAnswer,
  example: {
    response: {
      data: [
        {
          queue: 'mail',
          eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
          type: 'mail.wanted',
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
  summary: 'Have events that were given up delivered again',
  description:
    'All, those of a queue, or one; some hundred of each queue, so repeat it while some are `left`. For one event all letters are looked at; `complete` is false where there was no time for that. An event that has had its effect already has none again, such as one of those `notRemoved`, which was removed and is still listed. Events that can’t be delivered stay. The audit trail has it before anything goes.',
  body: Redrive,
  response: RedriveAnswer,
  example: {
    request: { queue: 'mail' },
    response: { data: { redriven: 2, notRemoved: 0, left: 0, complete: true } },
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
  summary: 'Remove events that were given up',
  description:
    'One event, or `everything` of a queue, whose name is then in `confirm` as well; some hundred at a time, so repeat it while some are `left`. Their effects never happen. The audit trail has their ids and the reason before they go.',
  body: DiscardDeadLetters,
  response: DiscardAnswer,
  example: {
    request: {
      eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
      reason: 'the review was withdrawn',
    },
    response: { data: { discarded: 1, notRemoved: 0, left: 0, complete: true } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'nothing of the event was given up' },
  ],
  writes: { put: ['actReason', 'audit'] },
  deadLetters: true,
});
