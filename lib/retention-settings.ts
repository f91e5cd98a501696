import type { Node } from 'constructs';
import {
  type RetentionSettings,
  readRetention,
} from '../shared/retention/contracts/retention-settings.ts';
import type { BackupSettings } from './backup-settings.ts';

/** After how many days what is erased. */
export interface RetentionOfDeployment {
  /** Days for the service, as a variable of its function; undefined: nothing is erased. */
  readonly ofService: string | undefined;
  /** Versions of files that were deleted or overwritten, by S3. */
  readonly oldVersions: number;
}

/** Where something is promised to be erased, no backup has it for longer. */
const longestBackup = 35;

/**
 * Context `retention`: JSON of days, `{"visitorPasses":365,"oldVersions":30}`; what is not named stays, old versions of files for 90
 * days. Throws on what is none, and where backups would be kept for more than 35 days.
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
