/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'deps/webhook-deps',
  'domain/event-type',
  'errors/event-errors',
  'usecases/record-drafts',
  'usecases/work-for-endpoint',
  'usecases/write-of-webhooks',
];
