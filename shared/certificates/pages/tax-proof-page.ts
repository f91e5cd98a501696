import type { ProofFile } from '../../documents/domain/proof-file.ts';
import { isOpenable, type UploadState } from '../../documents/domain/upload-scan.ts';
import { fileComplaint } from '../../documents/pages/file-complaint.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import { button, csrfField, errorSummary } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import type { PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import { taxProofPageTexts } from '../texts/index.ts';

const textsFor = byLocale(taxProofPageTexts);

/** The error for an uploaded file. */
export function taxProofComplaint(
  content: Uint8Array | null,
  proof: ProofFile | null,
  context: Localized,
): string | null {
  return content === null || content.length === 0
    ? textsFor(context).noFile
    : fileComplaint(content, proof, context);
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
  context: PageContext,
  viewer: Viewer,
  { url, state = null, here = '?', error }: TaxProofForm,
): Html {
  const texts = textsFor(context);
  const { title } = texts;
  return portalLayout(
    context,
    viewer,
    {
      title: error === undefined ? title : `Error: ${title}`,
      heading: title,
      before: errorSummary(error === undefined ? {} : { proof: error }, context),
    },
    [
      state !== null && checkOf(context, state, here),
      url !== null &&
        (state === null || isOpenable(state) || state === 'pending') &&
        notice('success', texts.uploaded, [
          html`<p>${texts.uploadedText}</p>`,
          definitionList([[texts.address, exact(url)]]),
        ]),
      html`<p class="lead">${texts.lead}</p>`,
      html`<form method="post" enctype="multipart/form-data" action="?" novalidate>
<input type="hidden" name="${csrfField}" value="${viewer.csrfToken}">
${fileField({
  name: 'proof',
  label: texts.receipt,
  hint: texts.hint,
  accept: 'application/pdf,image/jpeg,image/png',
  error,
  required: true,
})}
${button({ label: texts.upload })}
</form>`,
    ],
  );
}

/** The state of the file's malware scan; empty if there is none. */
function checkOf(context: PageContext, state: UploadState, here: string): Html | false {
  const texts = textsFor(context);
  if (state === 'pending') {
    return notice('info', texts.pending, [
      html`<p>${texts.pendingText}</p>`,
      html`<p><a href="${here}">${texts.again}</a></p>`,
    ]);
  }
  if (state === 'refused') {
    return notice('warning', texts.refused, html`<p>${texts.refusedText}</p>`);
  }
  if (state === 'unscannable') {
    return notice('warning', texts.unscannable, html`<p>${texts.unscannableText}</p>`);
  }
  return false;
}
