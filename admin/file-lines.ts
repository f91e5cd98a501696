import { createReadStream } from 'node:fs';

/** A line of a file; the first has number 1. */
export interface FileLine {
  readonly number: number;
  /** Including its LF; the last line may lack one. */
  readonly bytes: Buffer;
  /** Without its line end; null if the bytes are not UTF-8. */
  readonly text: string | null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The lines of a text file. Only LF ends a line, as in JSON Lines: Node's `readline` also splits at U+2028 and U+2029,
 * which JSON text may contain (RFC 8259, section 7). Invalid UTF-8 is reported: replacing bytes would store different
 * names.
 */
export async function* fileLines(path: string): AsyncGenerator<FileLine> {
  let number = 0;
  let pending: Buffer[] = [];
  const next = (): FileLine => {
    const bytes = pending.length === 1 && pending[0] ? pending[0] : Buffer.concat(pending);
    pending = [];
    number += 1;
    return { number, bytes, text: decoded(bytes) };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    let end = chunk.indexOf(0x0a);
    while (end !== -1) {
      pending.push(chunk.subarray(start, end + 1));
      yield next();
      start = end + 1;
      end = chunk.indexOf(0x0a, start);
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  }
  if (pending.length > 0) yield next();
}

function decoded(bytes: Buffer): string | null {
  try {
    return utf8.decode(bytes).replace(/\r?\n$/, '');
  } catch {
    return null;
  }
}
