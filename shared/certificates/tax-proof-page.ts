import { isOpenable, type UploadState } from '../documents/upload-scan.ts';
import { button, csrfField, errorSummary } from '../kernel/pages/form.ts';
import { type Html, html } from '../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../kernel/pages/portal-layout.ts';
import { inEnglish, type Site } from '../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../kernel/pages/text.ts';

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
  const title = 'Proof of paid taxes';
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: error === undefined ? title : `Error: ${title}`,
      heading: title,
      before: errorSummary(error === undefined ? {} : { proof: error }),
    },
    [
      state !== null && checkOf(state, here),
      url !== null &&
        (state === null || isOpenable(state) || state === 'pending') &&
        notice('success', 'The file was uploaded', [
          html`<p>Software that requests the Certificate of Good Standing for you needs this address of the proof.</p>`,
          definitionList([['Address', exact(url)]]),
        ]),
      html`<p class="lead">Are the taxes of your legal entity listed as overdue although they are paid? Contest them on the page of the legal entity, where you request its certificate. Only if software requests it for you, upload the receipt here.</p>`,
      html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${reader.csrfToken}">
<div class="field${error !== undefined && ' wrong'}">
<label for="proof">Receipt</label>
<p class="hint" id="proof-hint">PDF, JPEG or PNG, up to 4.5 MB. Only you and the reviewers can open it.</p>
${error !== undefined && html`<p class="error" id="proof-error"><span class="unseen">Error: </span>${error}</p>`}
<input id="proof" name="proof" type="file" accept="application/pdf,image/jpeg,image/png" required aria-describedby="proof-hint${error !== undefined && ' proof-error'}"${error !== undefined && html` aria-invalid="true"`}>
</div>
${button({ label: 'Upload the receipt' })}
</form>`,
    ],
  );
}

/** How the check of the file for malware stands; nothing where there is nothing to say. */
function checkOf(state: UploadState, here: string): Html | false {
  if (state === 'pending') {
    return notice('info', 'The file is being checked for malware', [
      html`<p>That takes a minute or so. Until then nobody can open it, but you can name it in a request. You are mailed if something is found.</p>`,
      html`<p><a href="${here}">Load this page again</a></p>`,
    ]);
  }
  if (state === 'refused') {
    return notice('warning', 'Malware was found in the file', [
      html`<p>It was put aside, and nobody can open it. Have your device checked, and upload another file.</p>`,
    ]);
  }
  if (state === 'unscannable') {
    return notice('warning', 'The file could not be checked for malware', [
      html`<p>Nobody can open it. Upload another one, without a password.</p>`,
    ]);
  }
  return false;
}
