import type { Spoken } from '../../kernel/domain/locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice, stepList } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { reasonInWords } from '../../reviews/pages/filing-status.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  ResidencyApplicationState,
  ResidencyApplicationStatus,
} from '../domain/residency-application-state.ts';
import { residencyApplicationStateTexts, residencyStatusTexts } from '../texts/index.ts';
import { appliedResidencyName, stillMissing } from './residency-words.ts';

const say = words(residencyApplicationStateTexts);
const titles = words(residencyStatusTexts);

export function residencyStatus(statusId: ResidencyApplicationStatus, reader: Spoken): string {
  const { draft, review, approved, rejected } = titles(reader);
  return { Draft: draft, 'Pending Review': review, Approved: approved, Rejected: rejected }[
    statusId
  ];
}

/** Who must act next: the applicant, the partner or the registry. Applicant and partner can act in any order. */
function steps(site: Site, application: ResidencyApplicationState): Html {
  const { title, done, names } = say(site).steps;
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
    names.map((name, place) => ({
      name,
      state: isDone[place] ? 'done' : place === now ? 'now' : 'later',
    })),
    done,
  );
}

/** The status of a residency application for its applicant in the portal, with the link to sign it. */
export function residencyApplicationState(
  site: Site,
  application: ResidencyApplicationState & { readonly id: string },
): Html {
  const { statusId, data, agreement, submittedAt, approvedAt, rejectedReason } = application;
  const said = say(site);
  const title = residencyStatus(statusId, site);
  const on = (at: string | null) => (at === null ? null : instant(at, site));
  const what = html`<p>${said.appliedFor(appliedResidencyName(data.residencyType, site))}</p>`;
  const details = html`<p><a href="${href(site, `/portal/residency-applications/${application.id}`)}">${said.see}</a></p>`;
  switch (statusId) {
    case 'Draft':
      return notice('info', title, [
        steps(site, application),
        what,
        html`<p>${stillMissing(application, site)} ${said.submits}</p>`,
        agreement.acceptedAt === null &&
          agreement.invalidatedAt !== null &&
          html`<p>${said.signAgain(instant(agreement.invalidatedAt, site))}</p>`,
        agreement.acceptedAt === null &&
          html`<p>${linkButton(said.sign, href(site, `/agreements/${agreement.token}`))}</p>`,
        details,
      ]);
    case 'Pending Review':
      return notice('info', title, [
        steps(site, application),
        what,
        html`<p>${said.submitted(on(submittedAt))}</p>`,
        details,
      ]);
    case 'Approved':
      return notice('success', title, [what, html`<p>${said.decided(on(approvedAt))}</p>`]);
    case 'Rejected':
      return notice('warning', title, [what, html`<p>${reasonInWords(rejectedReason, site)}</p>`]);
  }
}
