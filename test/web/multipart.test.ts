import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { joined, multipartBody, multipartType } from '../support/multipart.ts';

const file = (content: string | Uint8Array = '%PDF') => ({
  name: 'file',
  content,
  fileName: 'bill.pdf',
  type: 'application/pdf',
});
const text = { name: 'applicationId', content: 'abc' };
const form = multipartBody([text, file()]);
const whole = {
  texts: { applicationId: 'abc' },
  files: [{ field: 'file', contentType: 'application/pdf', content: Buffer.from('%PDF') }],
};

describe('a form with files', () => {
  it('is parsed into texts and files, without the file names', async () => {
    const read = await readMultipart(form, multipartType);
    expect({ ...read, texts: { ...read?.texts } }).toEqual(whole);
  });

  it('is parsed as other HTTP clients send it, with quoted boundaries and any case', async () => {
    const sent = new FormData();
    sent.append('applicationId', 'abc');
    sent.append('file', new File(['%PDF'], '€.pdf', { type: 'application/pdf' }));
    const response = new Response(sent);
    const type = String(response.headers.get('content-type'));
    const read = await readMultipart(new Uint8Array(await response.arrayBuffer()), type);
    expect({ ...read, texts: { ...read?.texts } }).toEqual(whole);
    const quoted = type.replace(/boundary=(.+)/, 'boundary="$1"; charset=utf-8');
    const again = await readMultipart(await new Response(sent).bytes(), quoted);
    // Each response has another boundary, so the first one does not fit.
    expect(again).toBeNull();
    const other = '--xYzZY\r\ncontent-disposition: form-data; name=a\r\n\r\n1\r\n--xYzZY--';
    const short = await readMultipart(Buffer.from(other), 'Multipart/Form-Data;boundary="xYzZY"');
    expect({ ...short?.texts }).toEqual({ a: '1' });
  });

  it('returns a repeated text as an array, and every file', async () => {
    const read = await readMultipart(
      multipartBody([text, text, file('1'), file('2')]),
      multipartType,
    );
    expect(read?.texts['applicationId']).toEqual(['abc', 'abc']);
    expect(read?.files.map(({ content }) => String(content))).toEqual(['1', '2']);
  });

  it('does not copy the bytes of a file', async () => {
    const body = multipartBody([file(new Uint8Array(1_000_000))]);
    const read = await readMultipart(body, multipartType);
    expect(read?.files[0]?.content.buffer).toBe(body.buffer);
  });

  it.each<[string, Uint8Array, string | undefined]>([
    ['no content type', form, undefined],
    ['JSON', form, 'application/json'],
    ['no boundary', form, 'multipart/form-data'],
    ['another boundary', form, 'multipart/form-data; boundary=other'],
    ['an empty body', new Uint8Array(), multipartType],
    [
      'a field of 10,001 characters',
      multipartBody([{ ...text, content: 'x'.repeat(10_001) }]),
      multipartType,
    ],
    ['21 fields', multipartBody(Array.from({ length: 21 }, () => text)), multipartType],
  ])('is rejected with %s', async (_, body, type) => {
    expect(await readMultipart(body, type)).toBeNull();
  });

  it('is rejected wherever it is cut off, without a crash', async () => {
    // The last line break is optional.
    for (let length = 0; length < form.length - 2; length += 1) {
      expect(await readMultipart(form.subarray(0, length), multipartType)).toBeNull();
    }
  });

  it('keeps field names such as __proto__ as plain fields', async () => {
    const body = multipartBody([{ name: '__proto__', content: 'x' }]);
    const read = await readMultipart(body, multipartType);
    expect(Object.keys(read?.texts ?? {})).toEqual(['__proto__']);
  });

  it.each([
    ['without a header', '--B\r\n\r\n--B--\r\n'],
    ['with a malformed header', '--B\r\n";\r\n--B--\r\n'],
    [
      'without a header, followed by a complete part',
      '--B\r\n\r\n--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--B--\r\n',
    ],
  ])('is rejected with a part %s', async (_, body) => {
    expect(await readMultipart(Buffer.from(body), 'multipart/form-data; boundary=B')).toBeNull();
  });

  it('is always parsed to an end, for any sequence of bytes', async () => {
    const piece = fc.constantFrom(
      '--',
      '\r\n',
      '------WebKitFormBoundary7MA4YWxkTrZu0gW',
      'Content-Disposition: form-data',
      '; name="a"',
      '; filename="b"',
      'Content-Type: text/plain; charset=utf-7',
      'Content-Transfer-Encoding: base64',
      '\r\n\r\n',
      '\0',
      'é',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
        const read = await readMultipart(joined(pieces), multipartType);
        expect(read === null || Array.isArray(read.files)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
