import type { ProofFile } from '../../documents/domain/proof-file.ts';
import { isOpenable, type UploadState } from '../../documents/domain/upload-scan.ts';
import { fileComplaint } from '../../documents/pages/file-complaint.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import { button, csrfField, errorSummary } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';

const say = words({
  en: {
    title: 'Proof of paid taxes',
    uploaded: 'File uploaded',
    uploadedText:
      'If you use software to request the Certificate of Good Standing, give it this address.',
    address: 'Address of the file',
    lead: 'Are the taxes of your legal entity listed as overdue although they are paid? Send proof on the page where you request the legal entity’s certificate. Upload the receipt here only if software requests the certificate for you.',
    receipt: 'Receipt',
    hint: 'PDF, JPEG or PNG, up to 4.5 MB. Only you and the reviewers can open it.',
    upload: 'Upload the receipt',
    pending: 'The file is being checked for malware',
    pendingText:
      'This takes about a minute. Until then the file can’t be opened, but you can use it in a request. We email you if we find malware.',
    again: 'Reload this page',
    refused: 'The file contains malware',
    refusedText:
      'The file can’t be opened. Scan your device for malware, then upload another file.',
    unscannable: 'The file could not be checked for malware',
    unscannableText: 'The file can’t be opened. Upload another file without a password.',
    noFile: 'Choose a receipt',
  },
  es: {
    title: 'Comprobante de impuestos pagados',
    uploaded: 'Archivo subido',
    uploadedText:
      'Si usa un programa para solicitar el Certificado de vigencia, indíquele esta dirección.',
    address: 'Dirección del archivo',
    lead: '¿Los impuestos de su persona jurídica constan como atrasados aunque están pagados? Envíe el comprobante en la página donde solicita el certificado de la persona jurídica. Suba aquí el recibo solo si un programa solicita el certificado por usted.',
    receipt: 'Recibo',
    hint: 'PDF, JPEG o PNG, de hasta 4,5 MB. Solo usted y los revisores pueden abrirlo.',
    upload: 'Subir el recibo',
    pending: 'Se está comprobando que el archivo no tenga software malicioso',
    pendingText:
      'Tarda alrededor de un minuto. Hasta entonces el archivo no se puede abrir, pero usted puede usarlo en una solicitud. Le avisamos por correo electrónico si encontramos software malicioso.',
    again: 'Volver a cargar esta página',
    refused: 'El archivo contiene software malicioso',
    refusedText: 'El archivo no se puede abrir. Analice su dispositivo y suba otro archivo.',
    unscannable: 'No se pudo comprobar si el archivo tiene software malicioso',
    unscannableText: 'El archivo no se puede abrir. Suba otro archivo sin contraseña.',
    noFile: 'Elija un recibo',
  },
});

/** What is wrong with a file that was sent, for whoever chose it. */
export function taxProofComplaint(
  content: Uint8Array | null,
  proof: ProofFile | null,
  reader: Spoken,
): string | null {
  return content === null || content.length === 0
    ? say(reader).noFile
    : fileComplaint(content, proof, reader);
}

export interface TaxProofForm {
  /** The URL of the file that was sent last; null before. */
  readonly url: string | null;
  /** Of that file. */
  readonly state?: UploadState | null;
  /** The address of this page, for that file. */
  readonly here?: string;
  readonly error?: string;
}

/** The page on which a representative uploads a proof that taxes are paid, and learns its URL. */
export function taxProofPage(
  site: Site,
  reader: Reader,
  { url, state = null, here = '?', error }: TaxProofForm,
): Html {
  const said = say(site);
  const { title } = said;
  return portalLayout(
    site,
    reader,
    {
      title: error === undefined ? title : `Error: ${title}`,
      heading: title,
      before: errorSummary(error === undefined ? {} : { proof: error }, site),
    },
    [
      state !== null && checkOf(site, state, here),
      url !== null &&
        (state === null || isOpenable(state) || state === 'pending') &&
        notice('success', said.uploaded, [
          html`<p>${said.uploadedText}</p>`,
          definitionList([[said.address, exact(url)]]),
        ]),
      html`<p class="lead">${said.lead}</p>`,
      html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${reader.csrfToken}">
${fileField({
  name: 'proof',
  label: said.receipt,
  hint: said.hint,
  accept: 'application/pdf,image/jpeg,image/png',
  error,
  required: true,
})}
${button({ label: said.upload })}
</form>`,
    ],
  );
}

/** How the check of the file for malware stands; nothing where there is nothing to say. */
function checkOf(site: Site, state: UploadState, here: string): Html | false {
  const said = say(site);
  if (state === 'pending') {
    return notice('info', said.pending, [
      html`<p>${said.pendingText}</p>`,
      html`<p><a href="${here}">${said.again}</a></p>`,
    ]);
  }
  if (state === 'refused') {
    return notice('warning', said.refused, html`<p>${said.refusedText}</p>`);
  }
  if (state === 'unscannable') {
    return notice('warning', said.unscannable, html`<p>${said.unscannableText}</p>`);
  }
  return false;
}
