import { defineError } from '../../kernel/errors/api-error.ts';

export const migrationUnderWay = defineError({
  status: 409,
  code: 'migration.under_way',
  error: 'The migration is running. Pause it first.',
  when: 'it runs dry and is to run, or the other way round; or another release has begun it',
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
