import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
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
  // Who asks and where is found as the AWS CLI finds it; functions know only what Lambda gives them.
  const { region, credentials } = new DynamoDBClient({}).config;
  const table = openTable(name, { region, credentials });
  const { auditEntries, reviews, visitorPasses } = await fileFormerItems(table);
  process.stdout.write(
    `Filed ${auditEntries} entries of the audit trail, ${reviews} reviews and ${visitorPasses} visitor passes.\n`,
  );
}
