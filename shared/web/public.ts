/** The files that other capabilities can import, in addition to routes. */
export const publicFiles: readonly string[] = [
  'http/compressed',
  'http/cookies',
  'http/endpoint',
  'http/multipart',
  'http/once',
  'http/page',
  'http/page-operation',
  'http/path-function',
  'http/queue-consumer',
  'http/request',
  'http/request-effect',
  'http/response',
  'http/signed-in',
  'http/violations',
  'middleware/authenticate',
  'middleware/map-errors',
];
