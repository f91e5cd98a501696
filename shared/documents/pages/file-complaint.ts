import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxProofBytes, type ProofFile, type ProofProblem } from '../domain/proof-file.ts';

const say = words({
  en: {
    large: 'The file must have 4.5 MB at most',
    problems: {
      type: 'The file must be a PDF, a JPEG or a PNG',
      heic: 'The file must be a PDF, a JPEG or a PNG, and this is a HEIC picture: save or share it as JPEG, or choose “Most Compatible” in the settings of the camera',
      webp: 'The file must be a PDF, a JPEG or a PNG, and this is a WebP picture: save it as JPEG or PNG',
      page: 'The file must be a PDF, a JPEG or a PNG, and this is a web page: print it as a PDF',
      archive:
        'The file must be a PDF, a JPEG or a PNG, and this is or holds an archive: send the document alone, or print it as a PDF',
      incomplete:
        'The file must be a PDF, a JPEG or a PNG, and this one has no end or other data behind it: save or scan it anew',
    },
    malware: 'Malware was found in this file: choose another one',
  },
  es: {
    large: 'El archivo debe tener 4,5 MB como máximo',
    problems: {
      type: 'El archivo debe ser un PDF, un JPEG o un PNG',
      heic: 'El archivo debe ser un PDF, un JPEG o un PNG, y este es una imagen HEIC: guárdela o compártala como JPEG, o elija «Más compatible» en los ajustes de la cámara',
      webp: 'El archivo debe ser un PDF, un JPEG o un PNG, y este es una imagen WebP: guárdela como JPEG o PNG',
      page: 'El archivo debe ser un PDF, un JPEG o un PNG, y este es una página web: imprímala como PDF',
      archive:
        'El archivo debe ser un PDF, un JPEG o un PNG, y este es o contiene un archivo comprimido: envíe solo el documento, o imprímalo como PDF',
      incomplete:
        'El archivo debe ser un PDF, un JPEG o un PNG, y a este le falta el final o tiene otros datos detrás: guárdelo o escanéelo de nuevo',
    },
    malware: 'Se encontró software malicioso en este archivo: elija otro',
  },
});

/** What is wrong with a file, for whoever chose it; its name and the type that it claims say nothing. */
export function fileComplaint(
  content: Uint8Array,
  proof: ProofFile | null,
  reader: Spoken,
): string | null {
  if (content.length > maxProofBytes) return say(reader).large;
  return proof === null || proof.ok ? null : say(reader).problems[proof.problem];
}

/** The same for a program, whose errors are in English. */
export function proofComplaint(problem: ProofProblem): string {
  return say({ locale: 'en' }).problems[problem];
}

/** The complaint about a file in which malware was found. */
export function malwareComplaint(reader: Spoken): string {
  return say(reader).malware;
}
