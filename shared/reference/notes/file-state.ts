/** What every field says that reports an uploaded file. */
export const fileState =
  'Whether it was checked for malware: `unscanned` came while nothing was, `clean` can be opened as well; `pending` waits, `unscannable` could not be looked into, `refused` has some. Null without a file.';
