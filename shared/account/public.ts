/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'domain/activity',
  'errors/mailbox-errors',
  'pages/activity-page',
  'pages/residency-card',
  'usecases/write-of-mailbox',
];
