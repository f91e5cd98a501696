/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'aws/queues',
  'aws/safe-fetch',
  'aws/workflows',
  'db/audit-items',
  'db/audit-trail',
  'db/deliveries',
  'db/outbox',
  'deps/migration-deps',
  'domain/audit-entry',
  'domain/consumer',
  'domain/heartbeat',
  'domain/outbox-event',
  'usecases/audit',
  'usecases/dead-letters',
  'usecases/deliver-once',
  'usecases/route-events',
];
