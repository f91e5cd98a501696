import { defineError } from '../../kernel/errors/api-error.ts';

export const migrationUnderWay = defineError({
  status: 409,
  code: 'migration.under_way',
  error: 'The migration is running. Pause it first.',
  when: 'the run in progress is of the other kind (dry or not), or another release started it',
});

export const migrationWithoutDryRun = defineError({
  status: 409,
  code: 'migration.no_dry_run',
  error: 'This migration has no completed dry run. Plan it first, or send withoutDryRun.',
});

export const migrationNotUnderWay = defineError({
  status: 409,
  code: 'migration.not_under_way',
  error: 'The migration is not running',
  when: 'it must be paused',
});
