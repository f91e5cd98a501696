import { deadLetterQueues } from '../../shared/kernel/domain/outbox-queue.ts';
import { column, dateColumn, idColumn } from '../column.ts';
import { flag, type Group, text } from '../command.ts';

const queue = text('queue', 'of this queue only', { choices: deadLetterQueues });

export const outbox: Group = {
  name: 'outbox',
  about: 'Undelivered events and their queues',
  heading: 'Oversight',
  commands: [
    {
      name: 'queues',
      about: 'Show how many events wait in each queue, and how many were given up',
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
      about: 'List undelivered events, oldest first',
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
      about: 'Deliver events again: all, those of a queue, or one',
      method: 'POST',
      path: '/outbox/redrive',
      fields: [queue, text('eventId', 'this event only', { value: 'id' })],
      example: 'outbox redrive --queue mail',
    },
    {
      name: 'discard',
      about: 'Discard one event, or all of a queue',
      method: 'POST',
      path: '/outbox/discard',
      fields: [
        text('reason', 'why; the audit trail shows it', { required: true }),
        text('eventId', 'this event', { value: 'id' }),
        queue,
        flag('everything', 'all of the queue'),
        text('confirm', 'with --everything: the name of the queue again', {
          choices: deadLetterQueues,
        }),
      ],
      example: 'outbox discard --event-id 5d2b1c3e-… --reason "the review was withdrawn"',
    },
  ],
};
