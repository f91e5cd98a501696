import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { instant, notice, stepList } from '../../kernel/pages/text.ts';
import { formatReason } from '../../reviews/pages/filing-status.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  ResidencyApplicationState,
  ResidencyApplicationStatus,
} from '../domain/residency-application-state.ts';
import { residencyApplicationStateTexts, residencyStatusTexts } from '../texts/index.ts';
import { appliedResidencyName, stillMissing } from './residency-texts.ts';

const textsFor = byLocale(residencyApplicationStateTexts);
const titles = byLocale(residencyStatusTexts);

export function residencyStatus(statusId: ResidencyApplicationStatus, context: Localized): string {
  const { draft, review, approved, rejected } = titles(context);
  return { Draft: draft, 'Pending Review': review, Approved: approved, Rejected: rejected }[
    statusId
  ];
}

/** Who must act next: the applicant, the partner or the registry. Applicant and partner can act in any order. */
function steps(context: PageContext, application: ResidencyApplicationState): Html {
  const { title, done, names } = textsFor(context).steps;
  const isSubmitted = application.statusId === 'Pending Review';
  const needs = nextStepsOfResidencyApplication(application);
  const isComplete =
    !needs.proofOfAddressRequired && !needs.paymentRequired && !needs.verificationRequired;
  const isDone = isSubmitted
    ? [true, true, true, false]
    : [!needs.agreementRequired, isComplete, false, false];
  const now = isDone.indexOf(false);
  return stepList(
    title,
    names.map((name, index) => ({
      name,
      state: isDone[index] ? 'done' : index === now ? 'now' : 'later',
    })),
    done,
  );
}

/** The status of a residency application for its applicant in the portal, with the link to sign it. */
export function residencyApplicationState(
  context: PageContext,
  application: ResidencyApplicationState & { readonly id: string },
): Html {
  const { statusId, data, agreement, submittedAt, approvedAt, rejectedReason } = application;
  const texts = textsFor(context);
  const title = residencyStatus(statusId, context);
  const on = (at: string | null) => (at === null ? null : instant(at, context));
  const what = html`<p>${texts.appliedFor(appliedResidencyName(data.residencyType, context))}</p>`;
  const details = html`<p><a href="${href(context, `/portal/residency-applications/${application.id}`)}">${texts.see}</a></p>`;
  switch (statusId) {
    case 'Draft':
      return notice('info', title, [
        steps(context, application),
        what,
        html`<p>${stillMissing(application, context)} ${texts.submits}</p>`,
        agreement.acceptedAt === null &&
          agreement.invalidatedAt !== null &&
          html`<p>${texts.signAgain(instant(agreement.invalidatedAt, context))}</p>`,
        agreement.acceptedAt === null &&
          html`<p>${linkButton(texts.sign, href(context, `/agreements/${agreement.token}`))}</p>`,
        details,
      ]);
    case 'Pending Review':
      return notice('info', title, [
        steps(context, application),
        what,
        html`<p>${texts.submitted(on(submittedAt))}</p>`,
        details,
      ]);
    case 'Approved':
      return notice('success', title, [what, html`<p>${texts.decided(on(approvedAt))}</p>`]);
    case 'Rejected':
      return notice('warning', title, [
        what,
        html`<p>${formatReason(rejectedReason, context)}</p>`,
      ]);
  }
}
