import { crc32, deflateSync } from 'node:zlib';
import { ownClientsPath } from './own-clients.ts';
import type { Visitor } from './portal.ts';

/** A part of a PNG. */
export function pngPart(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const part = Buffer.alloc(named.length + 8);
  part.writeUInt32BE(content.length);
  named.copy(part, 4);
  part.writeUInt32BE(crc32(named), named.length + 4);
  return part;
}

export const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface Drawn {
  readonly width?: number;
  readonly height?: number;
  /** Three numbers of a colour. */
  readonly colour?: readonly [number, number, number];
  /** Bits of a value, colour type, compression, filter, interlace. */
  readonly header?: readonly number[];
  /** Lines as they are before they are compressed. */
  readonly pixels?: Uint8Array;
  readonly before?: readonly Uint8Array[];
  readonly after?: readonly Uint8Array[];
}

/** A PNG of one colour, or with faults. */
export function aPng({
  width = 64,
  height = width,
  colour = [20, 60, 120],
  header = [8, 2, 0, 0, 0],
  pixels,
  before = [],
  after = [],
}: Drawn = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(header, 8);
  const line = [0, ...Array.from({ length: width }, () => colour).flat()];
  const lines = pixels ?? Buffer.from(Array.from({ length: height }, () => line).flat());
  return Buffer.concat([
    pngStart,
    pngPart('IHDR', head),
    ...before,
    pngPart('IDAT', deflateSync(lines)),
    ...after,
    pngPart('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads or removes a logo on the page of an application. */
export async function sendLogo(
  { baseUrl }: { readonly baseUrl: string },
  browser: Visitor,
  clientId: string,
  file: Uint8Array | 'remove',
  csrf: string = browser.token() ?? '',
) {
  const form = new FormData();
  form.append('csrf', csrf);
  if (file === 'remove') form.append('act', 'remove');
  else form.append('logo', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'logo.png');
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${baseUrl}${ownClientsPath}/${clientId}/logo`, {
    method: 'POST',
    headers: { cookie },
    body: form,
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The pictures on a page, each as the bytes of its file. */
export function picturesIn({ text }: { readonly text: string }): readonly string[] {
  return [...text.matchAll(/<img class="logo" src="data:image\/png;base64,([^"]+)"/g)].map(
    ([, content = '']) => content,
  );
}
