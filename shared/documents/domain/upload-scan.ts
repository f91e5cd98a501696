import { nextState } from '../../kernel/domain/decision.ts';

/**
 * What is known of a file that someone uploaded. `unscanned`: it came while nothing was scanned. `unscannable`: the scanner could not
 * look into it, such as for a password.
 */
export const uploadStates = ['unscanned', 'pending', 'clean', 'unscannable', 'refused'] as const;
export type UploadState = (typeof uploadStates)[number];

/** How the scan of a file stands. */
export const scanStatuses = ['pending', 'clean', 'unscannable', 'refused'] as const;
export type ScanStatus = (typeof scanStatuses)[number];

/** What a scanner says of a file. */
export type ScanVerdict = Exclude<ScanStatus, 'pending'>;

/**
 * What becomes of a scan with each verdict. The weightier verdict counts, so that they may come
 * twice and in any order: whoever could look in knows more than whoever could not, and malware that was found once is malware.
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

/** The part of a folder whose files are scanned. What lies beside it came while nothing was. */
export const scannedPart = 'scanned';

/** Whether the file under this key is one that has to be scanned: the key alone says so. */
export function isScannedKey(objectKey: string): boolean {
  const [folder, part] = objectKey.split('/');
  return part === scannedPart && uploadFolders.some((each) => each === folder);
}

/** Where a file is kept apart in which malware was found. */
export function refusedKey(objectKey: string): string {
  return `refused/${objectKey}`;
}
