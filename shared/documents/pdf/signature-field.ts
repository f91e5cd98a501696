import { instantOf } from '../../kernel/domain/dates.ts';
import { detachedSignature } from './detached-signature.ts';
import type { Issuer } from './issued.ts';
import type { Pdf } from './pdf.ts';
import type { StructureElement } from './sheet.ts';
import type { Signing } from './signing.ts';

/** Stands for a place in the file until that is known; no file is so long. */
const unknownPlace = 9_999_999_999;

/** Room for the signature beside its certificates, in bytes. */
const roomForSignature = 3_000;

/**
 * Gives the document a field for its signature on the present page, which is not seen on it, and fills in all of it but
 * the signature (ISO 32000-1, 12.8): `withSignature` does that with the finished file.
 */
export async function addSignatureField(
  pdf: Pdf,
  root: StructureElement,
  { signer, at }: Signing,
  { registrarName, registryName, place }: Issuer,
): Promise<void> {
  const by = [registrarName, `Registrar of the ${registryName}`]
    .filter((part) => part !== null)
    .join(', ');
  const certificates = await signer.certificates();
  const room = certificates.reduce((sum, { length }) => sum + length, roomForSignature);
  const signature = pdf.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, unknownPlace, unknownPlace, unknownPlace],
    Contents: new Uint8Array(room),
    M: instantOf(at),
    Name: text(by),
    ...(place !== null && { Location: text(place) }),
  });
  // It has no stream.
  signature.end(null);
  const form = pdf.struct('Form', { alt: `Digital signature of the ${by}` });
  root.add(form);
  pdf.annotate(0, pdf.page.height, 0, 0, {
    Subtype: 'Widget',
    FT: 'Sig',
    T: text('Registrar'),
    TU: text(`Digital signature of the ${by}`),
    V: signature,
    // Printed, and not to be moved.
    F: 132,
    structParent: form,
  } as PDFKit.Mixins.AnnotationOption); // pdfkit writes what it is given; its types know no fields.
  form.end();
  const field: unknown = pdf.page.annotations.at(-1);
  // pdfkit would end a form that it has begun itself, which this one is not.
  Object.assign(pdf, { endAcroForm: () => pdf });
  // 3: there are signatures, and whoever adds to the file must only append.
  rootOf(pdf)['AcroForm'] = { Fields: [field], SigFlags: 3 };
}

/** pdfkit writes String objects as texts and plain strings as names. */
function text(of: string): string {
  return Object(of);
}

/** The document's catalogue, which pdfkit has no access to of its own for fields that it does not draw. */
function rootOf(pdf: Pdf): Record<string, unknown> {
  const root: unknown = Reflect.get(pdf, '_root');
  const data: unknown = root instanceof Object ? Reflect.get(root, 'data') : undefined;
  // A dictionary of pdfkit's is a plain object.
  if (data instanceof Object) return data as Record<string, unknown>;
  throw new Error('pdfkit keeps its catalogue elsewhere');
}

/**
 * The file with its signature: over all bytes but those of the signature itself.
 *
 * Throws where the signature needs more room than it was given.
 */
export async function withSignature(
  file: Uint8Array,
  { signer, at }: Signing,
): Promise<Uint8Array> {
  const bytes = Buffer.from(file);
  const range = `/ByteRange [0 ${unknownPlace} ${unknownPlace} ${unknownPlace}]`;
  const rangeAt = bytes.lastIndexOf(range);
  // The text in angle brackets is the signature's place, and what stands between them.
  const opens = bytes.indexOf('<', bytes.indexOf('/Contents', rangeAt));
  const closes = bytes.indexOf('>', opens) + 1;
  if (rangeAt < 0 || opens < 0) throw new Error('the document has no field for a signature');
  const places = `/ByteRange [0 ${opens} ${closes} ${bytes.length - closes}]`;
  bytes.write(places.padEnd(range.length), rangeAt, 'latin1');
  const signed = Buffer.concat([bytes.subarray(0, opens), bytes.subarray(closes)]);
  const signature = Buffer.from(await detachedSignature(signed, signer, new Date(at)));
  if (2 * signature.length > closes - opens - 2) throw new Error('the signature needs more room');
  bytes.write(signature.toString('hex'), opens + 1, 'latin1');
  return new Uint8Array(bytes);
}
