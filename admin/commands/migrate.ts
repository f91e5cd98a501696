import { column, dateColumn } from '../column.ts';
import { type Command, flag, type Group, integer, text } from '../command.ts';

const path = '/migrations';
const name = text('name', 'name of the migration, from `migrate list`', { required: true });
const rate = integer(
  'rate',
  'capacity units of the table to use per second, 10 to 10,000 (default 200)',
);

const commanding = (command: 'plan' | 'run' | 'pause') =>
  ({ method: 'POST', path, operands: ['name'], preset: { command } }) satisfies Partial<Command>;

export const migrate: Group = {
  name: 'migrate',
  about: 'Migrations of data that previous releases stored',
  heading: 'Oversight',
  commands: [
    {
      name: 'list',
      about: 'List the migrations of this release and their progress',
      method: 'GET',
      path,
      columns: [
        column('Name', 'name'),
        column('State', 'state'),
        column('Dry', 'run.dry'),
        column('Scanned', 'run.scanned'),
        column('Needed', 'run.needed'),
        column('Changed', 'run.changed'),
        dateColumn('Finished', 'run.finishedAt'),
      ],
      filters: [text('name', 'only this migration')],
      unpaged: true,
      example: 'migrate list',
    },
    {
      name: 'status',
      about: 'Show the status of one migration',
      method: 'GET',
      path,
      filters: [text('name', 'name of the migration, from `migrate list`', { required: true })],
      columns: [
        column('Name', 'name'),
        column('State', 'state'),
        column('Idle', 'idle'),
        column('Segments', 'run.segments'),
        column('Done', 'run.segmentsDone'),
        column('Scanned', 'run.scanned'),
        column('Needed', 'run.needed'),
        column('Changed', 'run.changed'),
        column('Retried', 'run.retried'),
        column('Units', 'run.units'),
        column('Failure', 'run.failure'),
        column('Samples', 'run.samples', { spare: true }),
      ],
      unpaged: true,
      example: 'migrate status --name registry-lists',
    },
    {
      ...commanding('plan'),
      name: 'plan',
      about: 'Start a dry run, which counts what a migration would change',
      fields: [name, rate],
      done: 'It starts within a minute. `migrate list` shows its progress.',
      example: 'migrate plan registry-lists',
    },
    {
      ...commanding('run'),
      name: 'run',
      about: 'Run a migration, or continue one that was paused or has failed',
      fields: [
        name,
        rate,
        flag('withoutDryRun', 'run without a completed dry run of this release'),
      ],
      done: 'It starts within a minute. `migrate list` shows its progress.',
      example: 'migrate run registry-lists --rate 400',
    },
    {
      ...commanding('pause'),
      name: 'pause',
      about: 'Pause a migration; finished changes are kept',
      fields: [name],
      done: 'The current page of each segment is still finished.',
      example: 'migrate pause registry-lists',
    },
  ],
};
