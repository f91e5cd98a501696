import { type Html, html } from '../../kernel/pages/html.ts';

export const agreementTextPageTexts = {
  kicker: 'Published text',
  version: 'Version',
  jurisdiction: '“The jurisdiction”',
  text: 'Text',
  fine: (accept: Html) =>
    html`The digest is that of the text in UTF-8, which programs get with ${accept}.`,
};

export const agreementTextTexts = {
  binding: null as string | null,
  version: (version: string, jurisdiction: string) =>
    `Version ${version}. “The jurisdiction” is ${jurisdiction}.`,
  digest: 'SHA-256 of this text:',
};

export const fileComplaintTexts = {
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
};

export const printoutTexts = {
  office: 'Office of the Registrar',
  seal: 'Seal of the',
  of: (day: string) => `As the registry’s records stood on ${day}.`,
  plain: 'Printed from the records on request. It is not a document of the register.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  codePoints:
    'Characters that this typeface lacks are shown by their Unicode code points (U+…), in small type.',
};

export const specimenTexts = {
  mark: 'SPECIMEN',
  note: 'This is a specimen. A test environment made it. It proves nothing and has no legal effect.',
};
