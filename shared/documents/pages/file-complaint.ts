import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxProofBytes } from '../domain/proof-file.ts';

const say = words({
  en: {
    large: 'The file must have 4.5 MB at most',
    type: 'The file must be a PDF, a JPEG or a PNG, and nothing besides',
    malware: 'Malware was found in this file: choose another one',
  },
  es: {
    large: 'El archivo debe tener 4,5 MB como máximo',
    type: 'El archivo debe ser un PDF, un JPEG o un PNG, y nada más',
    malware: 'Se encontró software malicioso en este archivo: elija otro',
  },
});

/** What is wrong with a file, for whoever chose it; its name and the type that it claims say nothing. */
export function fileComplaint(
  content: Uint8Array,
  contentType: string | null,
  reader: Spoken,
): string | null {
  if (content.length > maxProofBytes) return say(reader).large;
  return contentType === null ? say(reader).type : null;
}

/** The complaint about a file in which malware was found. */
export function malwareComplaint(reader: Spoken): string {
  return say(reader).malware;
}
