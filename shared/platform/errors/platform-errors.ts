import { defineError } from '../../kernel/errors/api-error.ts';

export const migrationUnderWay = defineError({
  status: 409,
  code: 'migration.under_way',
  error: 'The migration is running. Pause it first.',
  when: 'Another release started the current run, or one of the two runs is a dry run.',
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
  when: 'Only a running migration can be paused.',
});
