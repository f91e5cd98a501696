import { deadLetterQueues } from '../../shared/kernel/domain/outbox-queue.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { flag, type Group, text } from '../command.ts';

const queue = text('queue', 'only this queue', { choices: deadLetterQueues });

export const outbox: Group = {
  name: 'outbox',
  about: 'Undelivered events and their queues',
  heading: 'Oversight',
  commands: [
    {
      name: 'queues',
      about: 'Show how many events wait in each queue, and how many are dead letters',
      method: 'GET',
      path: '/outbox/queues',
      unpaged: true,
      columns: [
        column('Queue', 'queue'),
        column('Waiting', 'waiting'),
        column('In flight', 'inFlight'),
        column('Dead', 'dead'),
      ],
      example: 'outbox queues',
    },
    {
      name: 'list',
      about: 'List dead letters (events that were given up), oldest first',
      method: 'GET',
      path: '/outbox/dead_letters',
      filters: [queue],
      unpaged: true,
      columns: [
        column('Queue', 'queue'),
        idColumn('Event', 'eventId'),
        column('Type', 'type'),
        column('Mail', 'template'),
        dateColumn('Created', 'createdAt', true),
        column('Request', 'requestId', { spare: true }),
      ],
      example: 'outbox list --queue mail',
    },
    {
      name: 'redrive',
      about: 'Deliver dead letters again: all, those of one queue, or one event',
      method: 'POST',
      path: '/outbox/redrive',
      fields: [queue, text('eventId', 'only this event', { value: 'id' })],
      example: 'outbox redrive --queue mail',
    },
    {
      name: 'discard',
      about: 'Discard one dead letter, or all of a queue',
      method: 'POST',
      path: '/outbox/discard',
      fields: [
        text('reason', 'reason, shown in the audit trail', { required: true }),
        text('eventId', 'only this event', { value: 'id' }),
        queue,
        flag('everything', 'discard all events of the queue'),
        text('confirm', 'with --everything: repeat the name of the queue', {
          choices: deadLetterQueues,
        }),
      ],
      example: 'outbox discard --event-id 5d2b1c3e-… --reason "the review was withdrawn"',
    },
  ],
};
