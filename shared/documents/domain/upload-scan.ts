import { nextState } from '../../kernel/domain/decision.ts';

/**
 * The scan result of an uploaded file. `unscanned`: uploaded before scanning was switched on. `unscannable`: the
 * scanner could not open it, for instance because of a password.
 */
export const uploadStates = ['unscanned', 'pending', 'clean', 'unscannable', 'refused'] as const;
export type UploadState = (typeof uploadStates)[number];

/** The state of a file's scan. */
export const scanStatuses = ['pending', 'clean', 'unscannable', 'refused'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

/** The scanner's verdict on a file. */
export type ScanVerdict = Exclude<ScanStatus, 'pending'>;

/**
 * The effect of each verdict on a scan. The stronger verdict wins, so verdicts may arrive repeatedly and in any order:
 * a successful scan outweighs a failed one, and malware outweighs both.
 */
export const scanTransitions: Readonly<
  Record<ScanStatus, Readonly<Partial<Record<ScanVerdict, ScanVerdict>>>>
> = {
  pending: { clean: 'clean', unscannable: 'unscannable', refused: 'refused' },
  unscannable: { clean: 'clean', refused: 'refused' },
  clean: { refused: 'refused' },
  refused: {},
};

/** The status of a scan after a verdict; null if unchanged. */
export function scanAfter(status: ScanStatus, verdict: ScanVerdict): ScanVerdict | null {
  return nextState(scanTransitions, status, verdict) ?? null;
}

/** Whether someone may open such a file. */
export function isOpenable(state: UploadState): boolean {
  return state === 'unscanned' || state === 'clean';
}

/** The folders of the bucket for uploads from outside. */
export const uploadFolders = [
  'information',
  'mailbox-evidence',
  'proofs-of-address',
  'tax-proofs',
] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** The subfolder of files that are scanned. Other files were uploaded while scanning was off. */
export const scannedPart = 'scanned';

/** Whether the file with this key must be scanned; only the key decides. */
export function isScannedKey(objectKey: string): boolean {
  const [folder, part] = objectKey.split('/');
  return part === scannedPart && uploadFolders.some((each) => each === folder);
}

/** Where a file with malware is quarantined. */
export function refusedKey(objectKey: string): string {
  return `refused/${objectKey}`;
}
