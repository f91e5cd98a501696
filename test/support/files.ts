import { joined } from './multipart.ts';

/** A PDF of exactly `size` bytes, which passes every check. */
export function aPdf(size = 60): Uint8Array<ArrayBuffer> {
  const [begin, end] = ['%PDF-1.7\n', '\nstartxref\n9\n%%EOF\n'];
  return joined([begin, ' '.repeat(size - begin.length - end.length), end]);
}

/** The smallest JPEG and PNG that picture programs open. */
export const aJpeg = fromBase64(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA//9k=',
);
export const aPng = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);

/** An empty zip file. */
export const anEmptyZip = joined(['PK\x05\x06', new Uint8Array(18)]);

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64'));
}
