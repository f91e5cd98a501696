import type { Node } from 'constructs';

/** Copies of all data in another Region. */
export interface BackupSettings {
  readonly region: string;
  readonly everyHours: number;
  readonly keepDays: number;
  /**
   * Who can delete backups early: `none`, users with that right; `governance`, users who first
   * remove the lock; `compliance`, nobody.
   */
  readonly lock: 'none' | 'governance' | 'compliance';
}

const wholeParts = [1, 2, 3, 4, 6, 8, 12, 24];

/**
 * Context: `backupCopyRegion` is the Region that backups are copied to; without it, point-in-time recovery is the only
 * backup. The defaults are `backupEveryHours` 6 (must divide a day), `backupKeepDays` 35, and `backupLock` `governance`
 * in `prod` and `none` elsewhere. Throws on invalid values.
 */
export function backupSettings(node: Node, stage: string): BackupSettings | undefined {
  const region: unknown = node.tryGetContext('backupCopyRegion');
  if (region === undefined) return undefined;
  if (typeof region !== 'string' || !/^[a-z]{2}(-[a-z]+)+-\d$/.test(region)) {
    throw new Error('backupCopyRegion: a Region, such as eu-central-1');
  }
  const everyHours = Number(node.tryGetContext('backupEveryHours') ?? 6);
  if (!wholeParts.includes(everyHours)) {
    throw new Error(`backupEveryHours: one of ${wholeParts.join(', ')}`);
  }
  const keepDays = Number(node.tryGetContext('backupKeepDays') ?? 35);
  if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > 36_500) {
    throw new Error('backupKeepDays: a number of days, 1 to 36500');
  }
  const lock = String(
    node.tryGetContext('backupLock') ?? (stage === 'prod' ? 'governance' : 'none'),
  );
  if (lock !== 'none' && lock !== 'governance' && lock !== 'compliance') {
    throw new Error('backupLock: none, governance or compliance');
  }
  return { region, everyHours, keepDays, lock };
}
