import { isDeepStrictEqual } from 'node:util';
import type { FoundBucket, FoundTable } from './ask-restored.ts';
import type { Finding } from './finding.ts';
import type { RestoredTable } from './read-deployment.ts';

const about = 'restored table';

/**
 * Judges a restored table. A restore brings back keys, indexes and items, but no switched-on
 * features. Reports what is missing, and how to enable it.
 */
export function judgeTable(found: FoundTable | null, requested: RestoredTable): readonly Finding[] {
  const { name } = requested;
  const missing = (what: string, advice: string): Finding => ({
    weight: 'BLOCKER',
    about,
    found: `${name}: ${what}`,
    advice,
  });
  if (found === null)
    return [missing('this table does not exist here', 'Check the Region and the account.')];
  const findings: Finding[] = [];
  const set = `aws dynamodb update-table --table-name ${name}`;
  if (found.status !== 'ACTIVE') {
    findings.push(missing(`is ${found.status}`, 'Wait until the restore is complete.'));
  }
  if (!isDeepStrictEqual(found.keys, requested.keys)) {
    findings.push(
      missing(
        'its keys differ from those of this stage’s table',
        'It was not restored from that table.',
      ),
    );
  }
  for (const [index, keys] of Object.entries(requested.indexes)) {
    if (!isDeepStrictEqual(found.indexes[index], keys)) {
      findings.push(missing(`lacks the index ${index}`, 'Restore again, with all indexes.'));
    }
  }
  if (found.stream === null || found.stream.view !== requested.streamView) {
    const specification = `StreamEnabled=true,StreamViewType=${requested.streamView}`;
    findings.push(
      missing(
        'has no stream, or a stream with different contents',
        `${set} --stream-specification ${specification}`,
      ),
    );
  } else if (!isDeepStrictEqual(requested.streams, [found.stream.arn])) {
    findings.push(
      missing('has a newer stream', `Synthesize with -c restoredTable=${found.stream.arn}`),
    );
  }
  if (found.timeToLive !== requested.timeToLive) {
    const specification = `Enabled=true,AttributeName=${requested.timeToLive}`;
    const command = `aws dynamodb update-time-to-live --table-name ${name} --time-to-live-specification ${specification}`;
    findings.push(missing('has no time to live', command));
  }
  if (!found.pointInTimeRecovery) {
    const command = `aws dynamodb update-continuous-backups --table-name ${name} --point-in-time-recovery-specification PointInTimeRecoveryEnabled=true`;
    findings.push(missing('has no point-in-time recovery', command));
  }
  if (!found.deletionProtection) {
    findings.push(missing('can be deleted', `${set} --deletion-protection-enabled`));
  }
  if (findings.length > 0) return findings;
  return [{ weight: 'ok', about, found: `${name} has the keys, indexes, stream and settings` }];
}

/** Requirements for a bucket that replaces the stage's own. */
export function judgeBucket(found: FoundBucket | null, name: string): readonly Finding[] {
  const place = 'restored documents';
  const missing = (what: string, advice: string): Finding => ({
    weight: 'BLOCKER',
    about: place,
    found: `${name}: ${what}`,
    advice,
  });
  if (found === null) return [missing('this bucket does not exist', 'Check its name: aws s3 ls')];
  const put = (command: string) => `aws s3api ${command} --bucket ${name}`;
  const findings = [
    ...(found.versioned
      ? []
      : [
          missing(
            'keeps no versions',
            `${put('put-bucket-versioning')} --versioning-configuration Status=Enabled`,
          ),
        ]),
    ...(found.closed
      ? []
      : [
          missing(
            'does not block public access',
            `${put('put-public-access-block')} --public-access-block-configuration BlockPublicAcls=true,IgnorePublicAcls=true,BlockPublicPolicy=true,RestrictPublicBuckets=true`,
          ),
        ]),
  ];
  return findings.length > 0
    ? findings
    : [{ weight: 'ok', about: place, found: `${name} is versioned and not public` }];
}
