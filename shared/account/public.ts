/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'domain/activity',
  'errors/mailbox-errors',
  'pages/activity-page',
  'pages/residency-card',
  'usecases/write-of-mailbox',
];
