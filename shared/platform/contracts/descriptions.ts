import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

const remainingLetters = 'The number of dead letters that remain in the queue, or in all queues.';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'actor.personId': 'The id of the person who owns the key; null if the actor is not a key.',
  actor: 'Who did it.',
  'actor.kind': 'The kind of caller.',
  'actor.id': 'The id of the key, IAM principal or person; null for the system.',
  action: 'The action.',
  'AuditLine.id': 'The id of the entry.',
  'AuditLine.outcome': 'Whether the action succeeded.',
  'AuditLine.requestId':
    'The request id of the API call that caused it, as in the logs; absent for scheduled actions.',
  'AuditLine.details':
    'Ids, kinds and names of fields. It never contains personal data or typed text.',
  'AuditLine.reason': 'The operator’s reason; null if none was given or it was erased.',
  waiting: 'The number of events that wait for delivery.',
  inFlight: 'The number of events that are being delivered, or that failed and will be retried.',
  dead: 'The number of dead letters: events whose delivery was given up.',
  queue:
    'The queue, named after the consumer of its events. `unrouted` holds events that could not be sent to their consumer’s queue.',
  eventId:
    'The id of the event, as in the log of its consumer; null if the message is not an event.',
  'DeadLettersAnswer.type': 'The type of the event; null if the message is not an event.',
  template: 'The email template; null for other events.',
  'Redrive.queue': 'Only dead letters of this queue.',
  'Redrive.eventId': 'Only the event with this id.',
  redriven: 'The number of events that were returned to their queues.',
  discarded: 'The number of events that were removed.',
  notRemoved: 'The number of these events that are still listed, because SQS did not remove them.',
  complete: 'Whether all dead letters were checked; false if there was not enough time.',
  'DiscardDeadLetters.reason': 'The reason, for the audit trail. Do not include names.',
  'DiscardDeadLetters.eventId': 'The id of the event to remove.',
  'DiscardDeadLetters.queue': 'Only dead letters of this queue. Required with `everything`.',
  'DiscardDeadLetters.everything': 'Whether to remove all dead letters of the queue.',
  'DiscardDeadLetters.confirm': 'The name of the queue again. Required with `everything`.',
  'RedriveAnswer.remaining': remainingLetters,
  'DiscardAnswer.remaining': remainingLetters,
  'AdminMigration.name': 'The name of the migration.',
  'CommandMigration.name': 'The name of the migration.',
  about: 'What it does.',
  revision: 'The revision of the migration. It increases when the migration’s work changes.',
  'AdminMigration.state': 'The status of the latest run; null if there is none.',
  idle: 'Whether the run is in progress but has not advanced for ten minutes.',
  run: 'The latest run; null if there is none.',
  dry: 'Whether it is a dry run, which only counts.',
  rate: 'The maximum number of DynamoDB capacity units per second, for reads and writes together.',
  'run.failure': 'Why it failed; null if it did not.',
  segments: 'The number of segments into which the table is divided.',
  segmentsDone: 'The number of completed segments.',
  'run.scanned': 'The number of items that were read.',
  'dryRun.scanned': 'The number of items that were read.',
  needed: 'The number of items that need a change.',
  'run.changed': 'The number of items that were changed.',
  'run.retried': 'How often an item was read again because someone else had changed it.',
  units: 'The DynamoDB capacity units used.',
  samples: 'Ids of some of the items that need a change.',
  lastSign: 'When the run last advanced.',
  dryRun: 'The result of the latest completed dry run; null if there is none.',
  'CommandMigration.command': 'What to do with the migration.',
  withoutDryRun: 'Whether to run without a completed dry run of this revision.',
  requestedAt: 'When it was requested or became due.',
  startedAt: 'When it started; null until then.',
  finishedAt: 'When it finished; null until then.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  'run.failure': 'another_release',
  eventId: '5d2b1c3e-7f80-4a91-b2c3-d4e5f6071829',
  template: 'review_waiting',
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListMigrations.name': ['Only the migration with this name.', 'registry-lists'],
  'adminListAudit.subjectId': [
    'Only actions on the subject with this id.',
    '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
  ],
  actorId: [
    'Only actions of this key, IAM principal or person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  action: ['Only entries with this action.', 'residency_application.objected'],
  queue: ['Only dead letters of this queue.', 'mail'],
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
