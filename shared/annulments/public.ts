/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'errors/annulment-errors',
  'usecases/write-of-annulment',
];
