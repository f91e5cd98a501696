/** The state machines; each is a file `lib/workflows/<name>.asl.json`. */
export const workflowNames = [
  'review-dispatch',
  'review-decision',
  'certificate-issuance',
  'migration',
] as const;
export type WorkflowName = (typeof workflowNames)[number];
