/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'deps/staff-deps',
  'domain/staff-rights',
  'errors/staff-errors',
  'usecases/staff',
  'usecases/standing',
];
