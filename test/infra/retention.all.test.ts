import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import type { BackupSettings } from '../../lib/backup-settings.ts';
import { retentionSettings } from '../../lib/retention-settings.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { entryOf, ofType, synthesize } from '../support/synthesized.ts';

const backupsFor = (keepDays: number): BackupSettings => ({
  region: 'eu-central-1',
  everyHours: 6,
  keepDays,
  lock: 'none',
});
const settingsOf = (retention: unknown, keepDays?: number) =>
  retentionSettings(
    new App({ context: { retention } }).node,
    keepDays === undefined ? undefined : backupsFor(keepDays),
  );

/** What the erasing function may delete: partitions of the table, and files. */
function removable(context: Readonly<Record<string, string>>): string {
  const { service } = synthesize(routes, context);
  const [id] = Object.keys(ofType(service, 'AWS::Lambda::Function')).filter(
    (each) => entryOf(service, each) === 'functions/terms/announce-ends.ts',
  );
  const role = service[service[String(id)]?.Properties.Role['Fn::GetAtt'][0]];
  const statements: readonly { readonly Action: unknown }[] = [role?.Properties.Policies ?? []]
    .flat()
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return JSON.stringify(statements.filter(({ Action }) => /Delete/.test(String(Action))));
}

describe('the retention setting', () => {
  it('erases nothing unless it is set, and then keeps old file versions for 90 days', () => {
    expect(settingsOf(undefined)).toEqual({ ofService: undefined, oldVersions: 90 });
    // Nothing is erased, so backups may be kept longer.
    expect(settingsOf(undefined, 400).ofService).toBeUndefined();
  });

  it('gives the function rights to erase', () => {
    const rights = /TAX_PROOF#|ENTITY#|s3:DeleteObjectVersion/;
    expect(removable({})).not.toMatch(rights);
    expect(removable({ retention: '{"proofs":90}' })).toMatch(rights);
  });

  it('is passed to the function, except for old file versions, which S3 deletes', () => {
    expect(settingsOf('{"visitorPasses":365,"proofs":90,"oldVersions":30}', 35)).toEqual({
      ofService: '{"visitorPasses":365,"proofs":90}',
      oldVersions: 30,
    });
    expect(settingsOf({ oldVersions: 7 })).toEqual({ ofService: undefined, oldVersions: 7 });
  });

  it.each([
    { visitorPasses: 2 },
    { abandonedDrafts: 89 },
    { proofs: 0 },
    { rejectedCases: 1.5 },
    { visitors: 30 },
    { oldVersions: 0 },
    { oldVersions: 91 },
    'often',
    '',
  ])('refuses %j', (retention) => {
    expect(() => settingsOf(retention)).toThrow(/^retention: /);
  });

  it('refuses backups that would keep erased data for more than 35 days', () => {
    expect(() => settingsOf({ proofs: 90 }, 36)).toThrow(
      'retention: what is erased would stay in backups for 36 days: backupKeepDays is 35 at most then',
    );
    expect(settingsOf({ proofs: 90 }, 35).ofService).toBe('{"proofs":90}');
  });
});
