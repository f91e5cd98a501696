import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  CommandMigration,
  MigrationAnswer,
  MigrationsAnswer,
  MigrationsQuery,
} from '../contracts/admin-migrations-contract.ts';
import * as platformErrors from '../errors/platform-errors.ts';

const path = '/admin/v1/migrations';
const shared = {
  entry: 'functions/admin/migrations.ts',
  tag: 'Operators: migrations',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: '1',
} as const;

const planned = {
  name: 'registry-lists',
  revision: 1,
  about: 'also adds registry rows to the sharded lists, after shardRegistry was switched on',
  state: 'finished',
  idle: false,
  run: {
    id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
    revision: 1,
    dry: true,
    rate: 200,
    requestedAt: '2026-01-16T09:30:00.000Z',
    startedAt: '2026-01-16T09:30:01.000Z',
    finishedAt: '2026-01-16T09:30:40.000Z',
    failure: null,
    segments: 1,
    segmentsDone: 1,
    scanned: 214,
    needed: 97,
    changed: 0,
    retried: 0,
    units: 612,
    samples: ['0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
    lastSign: '2026-01-16T09:30:40.000Z',
  },
  dryRun: {
    revision: 1,
    finishedAt: '2026-01-16T09:30:40.000Z',
    scanned: 214,
    needed: 97,
    samples: ['0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  },
} as const;

export const adminListMigrations = defineRoute({
  ...shared,
  operationId: 'adminListMigrations',
  method: 'GET',
  path,
  summary: 'List migrations and their progress',
  description:
    'Lists the migrations of this release, in the recommended order. `scanned` counts the items that were read, `needed` those that need a change, and `changed` those that were changed. `retried` counts how often someone else changed an item in the meantime. After an interruption, a page is repeated and counted once. `idle` means that the run is in progress but has not advanced for ten minutes.',
  query: MigrationsQuery,
  response: MigrationsAnswer,
  example: {
    response: { data: [{ ...planned, dryRun: { ...planned.dryRun }, run: { ...planned.run } }] },
  },
  errors: apiErrors.operatorErrors,
});

export const adminCommandMigration = defineRoute({
  ...shared,
  operationId: 'adminCommandMigration',
  method: 'POST',
  path,
  summary: 'Plan, run or pause a migration',
  description:
    '`plan` is a dry run: it counts what would change, with samples, and changes nothing. `run` carries out the migration. It needs a completed dry run of the same revision, or `withoutDryRun`. It continues a run that is paused, failed or idle. `rate` is the maximum number of capacity units per second. The run starts within a minute, in the background. If it is already running, that run is returned.',
  body: CommandMigration,
  response: MigrationAnswer,
  example: {
    request: { name: planned.name, command: 'plan' },
    response: { data: { ...planned, dryRun: { ...planned.dryRun }, run: { ...planned.run } } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'This release has no such migration.' },
    platformErrors.migrationUnderWay,
    platformErrors.migrationWithoutDryRun,
    platformErrors.migrationNotUnderWay,
  ],
  writes: { put: ['audit', 'event', 'migrationRun'] },
});
