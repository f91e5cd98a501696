import { S3Client } from '@aws-sdk/client-s3';
import { Failure } from '../failure.ts';
import type { Tool } from '../tool.ts';
import { bringBackVersions } from './bring-back-versions.ts';

/** `restore documents`: restores versions from S3. */
export const documents: Tool = {
  name: 'documents',
  about:
    "Restore, from S3's versions, documents that were deleted or overwritten since an instant; without --carry-out, only list them",
  options: [
    ['--since <date>', 'restore the documents as of this instant (a date means midnight UTC)'],
    ['--prefix <prefix>', 'only objects whose keys begin with this (default: all)'],
    [
      '--documents <bucket>',
      'bucket with the documents (REGISTRY_DOCUMENTS; output DocumentsBucket)',
    ],
    ['--carry-out', 'restore them'],
  ],
  example: 'restore documents --since 2026-03-01T12:00:00Z --carry-out',
  async run(options, target, terminal) {
    const since = new Date(String(options['since']));
    if (Number.isNaN(since.getTime())) {
      throw new Failure('usage', 'Missing --since, such as 2026-03-01T12:00:00Z.');
    }
    const { local, region, credentials } = target();
    if (local) throw new Failure('usage', 'The S3 of this machine keeps no versions of documents.');
    const bucket = options['documents'] ?? terminal.env['REGISTRY_DOCUMENTS'];
    if (typeof bucket !== 'string') {
      throw new Failure(
        'usage',
        'Missing --documents: the output DocumentsBucket of the data stack.',
      );
    }
    const { prefix } = options;
    const carryOut = options['carryOut'] === true;
    const changed = await bringBackVersions(new S3Client({ region, credentials }), {
      bucket,
      since,
      ...(typeof prefix === 'string' && { prefix }),
      carryOut,
    });
    if (options['json'] === true) {
      terminal.write(`${JSON.stringify(changed, null, 2)}\n`);
      return;
    }
    for (const { what, key } of changed) terminal.write(`${what.padEnd(12)} ${key}\n`);
    terminal.write(`${changed.length} ${carryOut ? 'restored' : 'can be restored'}.\n`);
  },
};
