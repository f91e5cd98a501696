/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = ['domain/revocation', 'usecases/credentials'];
