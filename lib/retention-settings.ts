import type { Node } from 'constructs';
import {
  type RetentionSettings,
  readRetention,
} from '../shared/retention/contracts/retention-settings.ts';
import type { BackupSettings } from './backup-settings.ts';

/** After how many days data is erased. */
export interface RetentionOfDeployment {
  /** Days for the service, as a variable of its function; undefined: nothing is erased. */
  readonly ofService: string | undefined;
  /** Days until S3 erases deleted or overwritten versions of files. */
  readonly oldVersions: number;
}

/** If data has a promised erasure, no backup keeps it longer. */
const longestBackup = 35;

/**
 * Context `retention`: JSON of days, `{"visitorPasses":365,"oldVersions":30}`. Data not named is kept; old versions
 * of files for 90 days. Throws for invalid values, and if backups would be kept for more than 35 days.
 */
export function retentionSettings(
  node: Node,
  backups: BackupSettings | undefined,
): RetentionOfDeployment {
  const context: unknown = node.tryGetContext('retention') ?? '{}';
  const text = typeof context === 'string' ? context : JSON.stringify(context);
  const { oldVersions = 90, ...days } = parsed(text);
  if (!Number.isInteger(oldVersions) || oldVersions < 1 || oldVersions > 90) {
    throw new Error('retention: oldVersions are 1 to 90 days');
  }
  if (text !== '{}' && backups && backups.keepDays > longestBackup) {
    throw new Error(
      `retention: what is erased would stay in backups for ${backups.keepDays} days: backupKeepDays is ${longestBackup} at most then`,
    );
  }
  const ofService = Object.keys(days).length === 0 ? undefined : JSON.stringify(days);
  return { ofService, oldVersions };
}

function parsed(text: string): RetentionSettings & { readonly oldVersions?: number } {
  try {
    const { oldVersions, ...days } = JSON.parse(text);
    return {
      ...readRetention(JSON.stringify(days)),
      ...(oldVersions !== undefined && { oldVersions }),
    };
  } catch {
    throw new Error(
      'retention: JSON of days: visitorPasses (from 3), rejectedCases, abandonedDrafts (from 90), proofs, oldVersions',
    );
  }
}
