import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import type { MailDeps } from '../../mail/deps/mail-deps.ts';
import type { EmailMessage } from '../../mail/mail/message.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import { formatReason } from '../../reviews/pages/filing-status.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { applicantAccountStatus } from '../domain/account-holder.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';
import { appliedResidencyType } from '../domain/granted-residency.ts';
import { applicantLanguage } from '../domain/residency-application-state.ts';
import { residencyEmails } from '../mail/residency-emails.ts';
import { type ApplicantMail, makeApplicantMail, type RequestedLink } from './claim-account.ts';

interface Addressed {
  readonly to: readonly string[];
  readonly message: EmailMessage;
}

/** The email to an applicant after a partner has entered their address; null if none is due. */
export async function writeToApplicant(
  requested: RequestedLink,
  deps: MailDeps,
): Promise<Addressed | null> {
  const mail = await makeApplicantMail(requested, deps);
  if (mail === null) return null;
  const { application } = mail;
  const partner = await partnerOf(application, deps);
  return { to: [application.data.personalDetails.email], message: letterOf(mail, partner, deps) };
}

function letterOf(
  mail: ApplicantMail,
  partner: string | null,
  { baseUrl }: MailDeps,
): EmailMessage {
  const templates = residencyEmails(speakerOf(mail.application, mail.account));
  switch (mail.kind) {
    case 'claim': {
      const hours = claimLinkLifetime / 3_600_000;
      return templates.claimLink({ partner, hours, url: `${baseUrl}/claim/${mail.token}` });
    }
    case 'question':
      return templates.isThisYours({
        partner,
        url: questionUrl(baseUrl, mail.application.id),
      });
    case 'closed':
      return templates.applicationForClosedAccount({ partner });
  }
}

/**
 * Asks the account holder for the confirmation that a review waits for, or again after a change voided it; null if none
 * is needed or the application is decided.
 */
export async function askHolder(applicationId: string, deps: MailDeps): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  const { statusId, holderConfirmation } = application;
  const isVoided = statusId === 'Draft' && holderConfirmation === null;
  if (!isVoided && statusId !== 'Pending Review') return null;
  const account = await findPersonByEmail(deps.table, application.data.personalDetails.email);
  if (account === null || applicantAccountStatus(account, application) !== 'unconfirmed')
    return null;
  const partner = await partnerOf(application, deps);
  const url = questionUrl(deps.baseUrl, applicationId);
  const { confirmAgain, holderAwaited } = residencyEmails(account);
  const message = isVoided ? confirmAgain : holderAwaited;
  return { to: [account.email], message: message({ partner, url }) };
}

/** The account holder's language; without an account that of the application, or the legally binding one. */
function speakerOf(
  application: StoredResidencyApplication,
  account: Pick<StoredPerson, 'locale'> | null = null,
): Localized {
  const locale = account?.locale ?? applicantLanguage(application);
  return locale === undefined ? {} : { locale };
}

async function partnerOf(
  { integrationId }: StoredResidencyApplication,
  { table }: MailDeps,
): Promise<string | null> {
  const integration = await findIntegration(table, integrationId);
  return integration?.name ?? null;
}

function questionUrl(baseUrl: string, applicationId: string): string {
  return `${baseUrl}/portal/residency-applications/${applicationId}`;
}

/** The decision email to the applicant of a residency application; null before the decision. */
export async function writeOfDecision(
  applicationId: string,
  deps: MailDeps,
): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  // A person who objected is not emailed.
  if (application.objectedAt !== undefined) return null;
  if (application.statusId === 'Rejected') {
    const { email } = application.data.personalDetails;
    const speaker = speakerOf(application);
    const reason = formatReason(application.rejectedReason, speaker);
    const message = residencyEmails(speaker).residencyRejected({ reason });
    return { to: [email], message };
  }
  return application.statusId === 'Approved' ? approval(application, deps) : null;
}

async function approval(
  application: StoredResidencyApplication,
  { table, baseUrl }: MailDeps,
): Promise<Addressed> {
  const { id, personId, residentPermitNumber, data } = application;
  const person = await findPerson(table, personId ?? '');
  if (person === null || residentPermitNumber === null) {
    throw new Error(`residency application ${id} has no person`);
  }
  const residencyType = appliedResidencyType(data.residencyType);
  const url = `${baseUrl}/portal/sign-in`;
  const message = residencyEmails(speakerOf(application, person)).residencyApproved({
    residencyType,
    residentPermitNumber,
    url,
  });
  return { to: [person.email], message };
}
