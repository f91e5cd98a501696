import { existsSync, readFileSync } from 'node:fs';
import { type UnusedReport, unusedFile } from '../test/support/permissions/unused.ts';

// Permissions of functions that the last test run did not need. Only a run of all tests is conclusive.
if (!existsSync(unusedFile)) throw new Error('Run the tests first: npx vitest run');
// Written by the tests' own setup.
const { declared, unused, ranAt } = JSON.parse(readFileSync(unusedFile, 'utf8')) as UnusedReport;

process.stdout.write(
  `${declared - unused.length} of ${declared} permissions were needed by the tests of ${ranAt}.\n`,
);
for (const [caller, permissions] of Map.groupBy(unused, (permission) => permission.caller)) {
  process.stdout.write(`\n${caller}\n`);
  for (const { action, resource, pattern } of permissions) {
    process.stdout.write(`  ${action} ${resource.split(':').at(-1)} ${pattern}\n`);
  }
}
