import { button, csrfField, errorSummary } from '../kernel/pages/form.ts';
import { type Html, html } from '../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../kernel/pages/portal-layout.ts';
import type { Site } from '../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../kernel/pages/text.ts';

export interface TaxProofForm {
  /** The URL of the file that was sent last; null before. */
  readonly url: string | null;
  readonly error?: string;
}

/** The page on which a representative uploads a proof that taxes are paid, and learns its URL. */
export function taxProofPage(site: Site, reader: Reader, { url, error }: TaxProofForm): Html {
  const title = 'Proof of paid taxes';
  return portalLayout(
    site,
    reader,
    {
      title: error === undefined ? title : `Error: ${title}`,
      heading: title,
      before: errorSummary(error === undefined ? {} : { proof: error }),
    },
    [
      url !== null &&
        notice('success', 'The file was uploaded', [
          html`<p>Send this URL as <code>contest.proofUrl</code> with the request for the Certificate of Good Standing of a legal entity that you represent.</p>`,
          definitionList([['URL', exact(url)]]),
        ]),
      html`<p class="lead">Are the taxes of your legal entity listed as overdue although they are paid? Upload a receipt here, then contest the taxes in the request for the certificate. A reviewer reads it.</p>`,
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
