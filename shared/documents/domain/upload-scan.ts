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

/** The scanner's result for a file. */
export type ScanVerdict = Exclude<ScanStatus, 'pending'>;

/**
 * What becomes of a scan with each verdict. The weightier verdict wins, so verdicts may come twice and in any order: a scan that
 * could read the file outweighs one that could not, and malware stays malware.
 */
export const scanTransitions: Readonly<
  Record<ScanStatus, Readonly<Partial<Record<ScanVerdict, ScanVerdict>>>>
> = {
  pending: { clean: 'clean', unscannable: 'unscannable', refused: 'refused' },
  unscannable: { clean: 'clean', refused: 'refused' },
  clean: { refused: 'refused' },
  refused: {},
};

/** The status of a scan after a verdict; null: as before. */
export function scanAfter(status: ScanStatus, verdict: ScanVerdict): ScanVerdict | null {
  return nextState(scanTransitions, status, verdict) ?? null;
}

/** Whether someone may open such a file. */
export function isOpenable(state: UploadState): boolean {
  return state === 'unscanned' || state === 'clean';
}

/** The folders of the bucket into which strangers upload. */
export const uploadFolders = [
  'information',
  'mailbox-evidence',
  'proofs-of-address',
  'tax-proofs',
] as const;
export type UploadFolder = (typeof uploadFolders)[number];

/** The part of a folder whose files are scanned. The other files were uploaded while scanning was off. */
export const scannedPart = 'scanned';

/** Whether the file under this key must be scanned; the key alone decides. */
export function isScannedKey(objectKey: string): boolean {
  const [folder, part] = objectKey.split('/');
  return part === scannedPart && uploadFolders.some((each) => each === folder);
}

/** Where a file with malware is quarantined. */
export function refusedKey(objectKey: string): string {
  return `refused/${objectKey}`;
}
