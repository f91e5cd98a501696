import type { RawResponse } from './request.ts';

/** A file that somebody saves: never cached, and of no other type than it says. */
export function download(file: {
  /** As it is called when it is saved, with its ending. */
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}): RawResponse {
  const { name, contentType, content } = file;
  return {
    statusCode: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'no-store',
    },
    body: Buffer.from(content).toString('base64'),
    isBase64Encoded: true,
  };
}
