/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'deps/webhook-deps',
  'domain/event-type',
  'usecases/record-drafts',
  'usecases/work-for-endpoint',
  'usecases/write-of-webhooks',
];
