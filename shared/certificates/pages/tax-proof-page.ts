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
import { taxProofPageTexts } from '../texts/index.ts';

const say = words(taxProofPageTexts);

/** The error for an uploaded file. */
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
  /** The URL of the last uploaded file; null before. */
  readonly url: string | null;
  /** The scan's result for that file. */
  readonly state?: UploadState | null;
  /** The URL of this page, for that file. */
  readonly here?: string;
  readonly error?: string;
}

/** The page on which a representative uploads a proof that taxes are paid and gets its URL. */
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

/** The state of the file's malware scan; empty if there is none. */
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
