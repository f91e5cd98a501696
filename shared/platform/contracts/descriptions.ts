import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'actor.personId': 'The person behind a key; null for others.',
  actor: 'Who did it.',
  'actor.kind': 'What kind of caller it was.',
  'actor.id': 'The id of the key, of the IAM principal or of the person; null for the system.',
  action: 'What was done.',
  'AuditLine.id': 'The id of the entry.',
  'AuditLine.outcome': 'Whether it was done.',
  'AuditLine.requestId':
    'The request id of the API call that caused it, as in the logs; absent for scheduled acts.',
  'AuditLine.details':
    'Ids, kinds and names of fields; never a value of a person, nor what someone has typed.',
  'AuditLine.reason':
    'Why, in the words of the operator; null where none was given, or it was erased.',
  waiting: 'How many events wait to be delivered.',
  inFlight: 'How many events are being delivered, or wait after they could not be.',
  dead: 'How many events were given up.',
  queue: 'The queue: who consumes what is in it; `unrouted` nobody does, or nobody could so far.',
  eventId: 'The id of the event, which is in the log of its consumer; null where it is no event.',
  template: 'Which mail it is; null of all else.',
  'Redrive.queue': 'What was given up of this queue only.',
  'Redrive.eventId': 'This event only.',
  redriven: 'How many events went back to their queues.',
  discarded: 'How many were removed.',
  notRemoved: 'How many of them are still listed, because SQS did not remove them.',
  complete: 'Whether all that was given up was looked at; false where there was no time for it.',
  'DiscardDeadLetters.reason': 'Why, without names; the audit trail keeps it.',
  'DiscardDeadLetters.eventId': 'This event.',
  'DiscardDeadLetters.queue': 'What was given up of this queue only; needed for all.',
  'DiscardDeadLetters.everything': 'Whether all of the queue is meant.',
  'DiscardDeadLetters.confirm': 'With `everything`: the queue once more.',
  left: 'How many are still given up, of the queue or of all.',
  'AdminMigration.name': 'What the migration is called.',
  'CommandMigration.name': 'What the migration is called.',
  about: 'What it does.',
  revision: 'Which form of the migration; it goes up with whatever it does otherwise.',
  'AdminMigration.state': 'The status of its newest run; null without one.',
  idle: 'Whether it is under way, and nobody has worked on it for ten minutes.',
  run: 'Its newest run; null without one.',
  dry: 'Whether it only counts.',
  rate: 'Units of the table a second, reads and writes together.',
  'run.failure': 'Why it failed; null where it did not.',
  segments: 'In how many parts it is walked.',
  segmentsDone: 'How many of them are done.',
  'run.looked': 'Items that were looked at.',
  'dryRun.looked': 'Items that were looked at.',
  wanted: 'Items that should be changed.',
  'run.changed': 'Items that were changed.',
  'run.again':
    'How often someone else had changed an item in the meantime, and it was looked at again.',
  units: 'Units of the table that it took.',
  samples: 'Ids of some of the items that should be changed.',
  lastSign: 'When someone has last worked on it.',
  dryRun: 'What the newest dry run found that came to its end; null without one.',
  'CommandMigration.command': 'What is to become of it.',
  withoutDryRun: 'Whether it runs though no dry run of this revision came to its end.',
  requestedAt: 'When someone asked for it, or its hour had come.',
  startedAt: 'When it began; null until then.',
  finishedAt: 'When it was over; null until then.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'run.failure': 'another_release',
  eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
  template: 'review_waiting',
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListMigrations.name': ['Only the migration of this name.', 'registry-lists'],
  'adminListAudit.subjectId': [
    'Only actions on the subject with this id.',
    '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  ],
  actorId: [
    'Only actions of this key, IAM principal or person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  action: ['Only entries with this action.', 'residency_application.objected'],
  queue: ['Only failed messages of this queue.', 'mail'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'For operators': {
    'migration.under_way': ['The migration is running.', 'Pause it first.'],
    'migration.no_dry_run': [
      'This migration has no completed dry run.',
      'Plan it first, or send `withoutDryRun`.',
    ],
    'migration.not_under_way': ['The migration is not running.', 'Start it.'],
  },
};
