/**
 * Why an act is annulled: it should not have been approved, it concerned another person or entity,
 * its information was wrong, it was done twice, the requester had no authority, or a court or
 * authority ordered it.
 */
export const annulmentReasons = [
  'approved_by_mistake',
  'wrong_subject',
  'wrong_information',
  'duplicate',
  'not_entitled',
  'ordered',
] as const;
export type AnnulmentReason = (typeof annulmentReasons)[number];

/** The annulment of an act. The act itself and its status do not change. */
export interface Annulment {
  /** An instant in ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
}

/** The fields of an annulment that readers see; undefined if there is none. */
export function shownAnnulment(annulment: Annulment | undefined): Annulment | undefined {
  return annulment && { at: annulment.at, reasonCode: annulment.reasonCode };
}

/**
 * Why a register entry is corrected: the registry made a mistake, its information was wrong, a
 * document shows something else, or a court or authority ordered it. A change in the real world is
 * not a correction.
 */
export const correctionReasons = [
  'registry_error',
  'wrong_information',
  'document',
  'ordered',
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];
