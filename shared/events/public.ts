/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'deps/webhook-deps',
  'domain/event-type',
  'errors/event-errors',
  'usecases/record-drafts',
  'usecases/work-for-endpoint',
  'usecases/write-of-webhooks',
];
