import { type Html, html } from '../../kernel/pages/html.ts';

export const agreementTextPageTexts = {
  kicker: 'Published text',
  version: 'Version',
  jurisdiction: '“The jurisdiction”',
  text: 'Text',
  fine: (accept: Html) =>
    html`The digest is calculated from the text in UTF-8. Programs can request the text with ${accept}.`,
};

export const agreementTextTexts = {
  binding: null as string | null,
  version: (version: string, jurisdiction: string) =>
    `Version ${version}. “The jurisdiction” is ${jurisdiction}.`,
  digest: 'SHA-256 of this text:',
};

export const fileComplaintTexts = {
  large: 'The file must be 4.5 MB or smaller',
  problems: {
    type: 'Upload a PDF, JPEG or PNG file',
    heic: 'This is a HEIC picture. Upload a PDF, JPEG or PNG file. On a phone, save or share the picture as JPEG, or choose “Most Compatible” in the camera settings',
    webp: 'This is a WebP picture. Save it as JPEG or PNG, and upload that file',
    page: 'This is a web page. Print it as a PDF, and upload that file',
    archive:
      'This file is an archive or contains one. Upload the document alone, or print it as a PDF',
    incomplete:
      'This file is damaged: its end is missing, or there is other data after the end. Save or scan it again, and upload the new file',
  },
  malware: 'This file contains malware. Choose another file',
};

export const printoutTexts = {
  office: 'Office of the Registrar',
  seal: 'Seal of the',
  crest: 'Crest of the',
  of: (day: string) => `As the registry’s records stood on ${day}.`,
  plain: 'Printed from the records on request. It is not a document of the register.',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  codePoints:
    'Characters that this typeface lacks are shown by their Unicode code points (U+…), in small type.',
};

export const specimenTexts = {
  mark: 'SPECIMEN',
  note: 'This is a specimen, created by a test environment. It proves nothing and has no legal effect.',
};

export const addressTexts = { none: 'None recorded' };
