/**
 * Why what the register says is corrected: the registry entered it wrongly, it was given to the registry like that, a document shows
 * something else, or a court or authority says so. What has changed in the world is no correction.
 */
export const correctionReasons = [
  'registry_error',
  'wrong_information',
  'document',
  'ordered',
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];
