/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'deps/webhook-deps',
  'domain/event-type',
  'usecases/journal-changes',
  'usecases/wake-endpoints',
  'usecases/write-of-webhooks',
];
