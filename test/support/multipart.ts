/** One part of a form, written unchanged: names can be anything. */
export interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly fileName?: string | undefined;
  readonly type?: string | undefined;
}

const boundary = '----WebKitFormBoundary7MA4YWxkTrZu0gW';

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The bytes of a form with files (RFC 7578). */
export function multipartBody(parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const chunks = parts.flatMap(({ name, content, fileName, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
      fileName === undefined ? '' : `; filename="${fileName}"`
    }\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    content,
    '\r\n',
  ]);
  return joined([...chunks, `--${boundary}--\r\n`]);
}

/** Text and bytes, in sequence. */
export function joined(chunks: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk))),
  );
}
