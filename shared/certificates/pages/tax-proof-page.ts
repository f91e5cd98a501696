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
    uploaded: 'The file was uploaded',
    uploadedText:
      'Software that requests the Certificate of Good Standing for you needs this address of the proof.',
    address: 'Address',
    lead: 'Are the taxes of your legal entity listed as overdue although they are paid? Contest them on the page of the legal entity, where you request its certificate. Only if software requests it for you, upload the receipt here.',
    receipt: 'Receipt',
    hint: 'PDF, JPEG or PNG, up to 4.5 MB. Only you and the reviewers can open it.',
    upload: 'Upload the receipt',
    pending: 'The file is being checked for malware',
    pendingText:
      'That takes a minute or so. Until then nobody can open it, but you can name it in a request. You are mailed if something is found.',
    again: 'Load this page again',
    refused: 'Malware was found in the file',
    refusedText:
      'It was put aside, and nobody can open it. Have your device checked, and upload another file.',
    unscannable: 'The file could not be checked for malware',
    unscannableText: 'Nobody can open it. Upload another one, without a password.',
    noFile: 'Choose the receipt to upload',
  },
  es: {
    title: 'Comprobante de impuestos pagados',
    uploaded: 'El archivo se subió',
    uploadedText:
      'El programa que solicita por usted el Certificado de vigencia necesita esta dirección del comprobante.',
    address: 'Dirección',
    lead: '¿Los impuestos de su persona jurídica constan como atrasados aunque están pagados? Demuéstrelo en la página de la persona jurídica, donde solicita su certificado. Suba aquí el recibo solo si un programa lo solicita por usted.',
    receipt: 'Recibo',
    hint: 'PDF, JPEG o PNG, de hasta 4,5 MB. Solo usted y los revisores pueden abrirlo.',
    upload: 'Subir el recibo',
    pending: 'Se está comprobando que el archivo no tenga software malicioso',
    pendingText:
      'Tarda un minuto, más o menos. Hasta entonces nadie puede abrirlo, pero usted puede indicarlo en una solicitud. Si se encuentra algo, le avisamos por correo.',
    again: 'Volver a cargar esta página',
    refused: 'Se encontró software malicioso en el archivo',
    refusedText:
      'Se apartó y nadie puede abrirlo. Haga revisar su dispositivo y suba otro archivo.',
    unscannable: 'No se pudo comprobar si el archivo tiene software malicioso',
    unscannableText: 'Nadie puede abrirlo. Suba otro, sin contraseña.',
    noFile: 'Elija el recibo que quiere subir',
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
