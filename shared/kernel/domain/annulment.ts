/**
 * Why an act is annulled: it should not have been approved, it was about another person or entity, it rests on information
 * that is wrong, it was done twice, nobody was entitled to ask for it, or a court or authority says so.
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

/** That an act was annulled. The act itself and its status stay. */
export interface Annulment {
  /** ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
}

/** A reader's view of an annulment; undefined: not annulled. */
export function shownAnnulment(annulment: Annulment | undefined): Annulment | undefined {
  return annulment && { at: annulment.at, reasonCode: annulment.reasonCode };
}

/**
 * Why an entry of the register is corrected: the registry made a mistake, it was given wrong information, a
 * document shows something else, or a court or authority orders it. A change in the real world is not a
 * correction.
 */
export const correctionReasons = [
  'registry_error',
  'wrong_information',
  'document',
  'ordered',
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];
