import { Busboy } from '@fastify/busboy';

/** A file of a form. Its file name is ignored: untrusted names are not used. */
interface UploadedFile {
  /** Name of the form's field. */
  readonly field: string;
  /** The content type that its sender declares, in lower case and without parameters. */
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** A form with files. */
export interface MultipartForm {
  /** The fields that are text; one that is repeated is an array. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  readonly files: readonly UploadedFile[];
}

/** Far more than any of our forms has. A form over a limit is rejected. */
const limits = {
  parts: 20,
  fieldSize: 10_000,
  headerPairs: 20,
} as const;

/**
 * The number of event loop turns to wait for the parser. The whole form is in memory, and parsed
 * within a few turns; but the parser never finishes a part without a header.
 */
const maxTurns = 100;

/**
 * A multipart form, as browsers and programs send it (RFC 7578); null for another content type, no
 * boundary, a truncated form, or one over a limit.
 *
 * The bytes of the files are views of `body`, not copies, if they are in one piece.
 */
export async function readMultipart(
  body: Uint8Array,
  contentType: string | undefined,
): Promise<MultipartForm | null> {
  if (!/^multipart\/form-data\s*;/i.test(contentType ?? '')) return null;
  try {
    return await parse(body, contentType ?? '');
  } catch {
    return null;
  }
}

function parse(body: Uint8Array, contentType: string): Promise<MultipartForm> {
  const texts: Record<string, string | readonly string[]> = Object.create(null);
  const files: UploadedFile[] = [];
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => () => reject(new Error(reason));
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits });
    parser.on('file', (field, stream, _name, _encoding, type) => {
      const chunks: Buffer[] = [];
      // A truncated form fails twice: as a whole, and in its last file.
      stream.on('error', reject);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [only] = chunks;
        const content = only && chunks.length === 1 ? only : Buffer.concat(chunks);
        files.push({ field: String(field), contentType: type, content });
      });
    });
    parser.on('field', (field, value, _nameTruncated, truncated) => {
      if (truncated) refuse('a field is too long')();
      const before = texts[field];
      texts[field] = before === undefined ? value : [before, value].flat();
    });
    parser.on('partsLimit', refuse('too many fields'));
    parser.on('error', reject);
    parser.on('finish', () => resolve({ texts, files }));
    parser.end(body);
    turnsFromNow(maxTurns, refuse('the parser waits for more'));
  });
}

/** Calls back after some turns of the event loop, when everything in memory has been processed. */
function turnsFromNow(turns: number, then: () => void): void {
  if (turns === 0) then();
  else setImmediate(() => turnsFromNow(turns - 1, then));
}
