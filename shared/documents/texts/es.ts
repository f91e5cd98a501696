import { type Html, html } from '../../kernel/pages/html.ts';
import type * as en from './en.ts';

export const agreementTextPageTexts: typeof en.agreementTextPageTexts = {
  kicker: 'Texto publicado',
  version: 'Versión',
  jurisdiction: '«The jurisdiction» (la jurisdicción)',
  text: 'Texto',
  fine: (accept: Html) =>
    html`El resumen se calcula a partir del texto en UTF-8. Los programas obtienen el texto con ${accept}.`,
};

export const agreementTextTexts: typeof en.agreementTextTexts = {
  binding:
    'Este texto está en inglés, y es el único que obliga: lo que esta página dice en español solo ayuda a entenderlo.',
  version: (version: string, jurisdiction: string) =>
    `Versión ${version}. «The jurisdiction» (la jurisdicción) es ${jurisdiction}.`,
  digest: 'SHA-256 de este texto:',
};

export const fileComplaintTexts: typeof en.fileComplaintTexts = {
  large: 'El archivo debe ser de 4.5 MB como máximo',
  problems: {
    type: 'Suba un archivo PDF, JPEG o PNG',
    heic: 'Esta es una imagen HEIC. Suba un archivo PDF, JPEG o PNG. En un teléfono, guarde o comparta la imagen como JPEG, o elija «Más compatible» en la configuración de la cámara',
    webp: 'Esta es una imagen WebP. Guárdela como JPEG o PNG y suba ese archivo',
    page: 'Esta es una página web. Imprímala como PDF y suba ese archivo',
    archive:
      'Este archivo está comprimido o contiene otro que lo está. Suba solo el documento, o imprímalo como PDF',
    incomplete:
      'Este archivo está dañado: le falta el final o tiene otros datos después. Guárdelo o escanéelo de nuevo y suba el archivo nuevo',
  },
  malware: 'Este archivo contiene software malicioso. Elija otro archivo',
};

export const printoutTexts: typeof en.printoutTexts = {
  office: 'Oficina del Registrador',
  seal: 'Sello de',
  crest: 'Escudo de',
  of: (day: string) => `Según los datos del registro el ${day}.`,
  plain: 'Impreso a solicitud, a partir de los datos registrados. No es un documento del registro.',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  codePoints:
    'Los caracteres que faltan en esta tipografía se muestran con su código Unicode (U+…), en letra pequeña.',
};

export const specimenTexts: typeof en.specimenTexts = {
  mark: 'MUESTRA',
  note: 'Este documento es una muestra de un entorno de pruebas. No acredita nada y no tiene efecto legal.',
};

export const addressTexts: typeof en.addressTexts = { none: 'No consta ninguna' };
