/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = ['pages/residency-card', 'usecases/write-of-mailbox'];
