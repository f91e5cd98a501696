/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'deps/staff-deps',
  'domain/staff-rights',
  'usecases/looks',
  'usecases/reviewers-to-tell',
  'usecases/standing',
];
