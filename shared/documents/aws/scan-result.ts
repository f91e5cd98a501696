import * as z from 'zod/mini';
import type { ScanVerdict } from '../domain/upload-scan.ts';

/**
 * GuardDuty's event about a scanned object ("Monitoring S3 object scans with Amazon EventBridge", GuardDuty's guide),
 * delivered at least once and in any order.
 */
const ScanResult = z.object({
  'detail-type': z.literal('GuardDuty Malware Protection Object Scan Result'),
  detail: z.object({
    s3ObjectDetails: z.object({ objectKey: z.string() }),
    scanResultDetails: z.object({ scanResultStatus: z.string() }),
  }),
});

/** The scanned file and the verdict. `reason` is GuardDuty's term. */
export interface ScannedObject {
  readonly objectKey: string;
  readonly verdict: ScanVerdict;
  readonly reason: string;
}

/**
 * "S3 object potential malware scan result status values", the same guide. Any other value means that the file was not
 * scanned.
 */
const verdicts: ReadonlyMap<string, ScanVerdict> = new Map([
  ['NO_THREATS_FOUND', 'clean'],
  ['THREATS_FOUND', 'refused'],
  ['UNSUPPORTED', 'unscannable'],
  ['ACCESS_DENIED', 'unscannable'],
  ['FAILED', 'unscannable'],
]);

/** The EventBridge event in a queue message; null for any other text. */
export function readScanResult(body: string): ScannedObject | null {
  const event = z.safeParse(ScanResult, parsed(body));
  if (!event.success) return null;
  const { s3ObjectDetails, scanResultDetails } = event.data.detail;
  const { scanResultStatus } = scanResultDetails;
  const reason = verdicts.has(scanResultStatus) ? scanResultStatus : 'other';
  const verdict = verdicts.get(scanResultStatus) ?? 'unscannable';
  return { objectKey: s3ObjectDetails.objectKey, verdict, reason };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
