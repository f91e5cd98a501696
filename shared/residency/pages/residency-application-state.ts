import { linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import type { ResidencyApplicationState } from '../domain/residency-application-state.ts';
import { appliedResidencyNames, stillMissing } from './residency-words.ts';

/** How an application for residency stands, for its applicant in the portal; and the way to sign it. */
export function residencyApplicationState(
  site: Site,
  application: ResidencyApplicationState & { readonly id: string },
): Html {
  const { statusId, data, agreement, submittedAt, approvedAt, rejectedReason } = application;
  const what = html`<p>You applied for: ${appliedResidencyNames[data.residencyType]}.</p>`;
  const details = html`<p><a href="${href(site, `/portal/residency-applications/${application.id}`)}">See what was sent, and object if it is not yours</a></p>`;
  switch (statusId) {
    case 'Draft':
      return notice('info', 'Your application for residency is being prepared', [
        what,
        html`<p>${stillMissing(application)} Whoever applies for you submits it.</p>`,
        agreement.acceptedAt === null &&
          html`<p>${linkButton('Read and sign the agreement', href(site, `/agreements/${agreement.token}`))}</p>`,
        details,
      ]);
    case 'Pending Review':
      return notice('info', 'Your application for residency is under review', [
        what,
        html`<p>It was submitted on ${instantOf(submittedAt)}. We will tell you the decision by mail.</p>`,
        details,
      ]);
    case 'Approved':
      return notice('success', 'Your application for residency was approved', [
        what,
        html`<p>It was decided on ${instantOf(approvedAt)}.</p>`,
      ]);
    case 'Rejected':
      return notice('warning', 'Your application for residency was not approved', [
        what,
        html`<p>The reason: ${rejectedReason}</p>`,
      ]);
  }
}

function instantOf(at: string | null): Html | null {
  return at === null ? null : instant(at);
}
