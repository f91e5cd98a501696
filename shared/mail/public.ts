/** The files that other capabilities may import, apart from routes. */
export const publicFiles: readonly string[] = [
  'aws/mailer',
  'db/mail-addresses',
  'deps/mail-deps',
  'domain/mail-address',
  'mail/message',
  'mail/signed-text',
  'usecases/post',
];
