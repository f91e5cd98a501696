import { openTable } from '../shared/kernel/db/table.ts';
import { fileFormerItems } from '../shared/service/db/former-lists.ts';

/**
 * `npm run file-former -- TABLE`: once after the deployment that follows version 0.1.0, see docs/runbook.md. Takes
 * region and credentials from the environment, as the AWS CLI does.
 */
const [name] = process.argv.slice(2);
if (name === undefined) {
  process.stderr.write('Which table? npm run file-former -- TABLE\n');
  process.exitCode = 1;
} else {
  const { auditEntries, reviews, visitorPasses } = await fileFormerItems(openTable(name));
  process.stdout.write(
    `Filed ${auditEntries} entries of the audit trail, ${reviews} reviews and ${visitorPasses} visitor passes.\n`,
  );
}
