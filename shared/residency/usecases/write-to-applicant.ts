import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { MailDeps } from '../../mail/mail-deps.ts';
import type { Letter } from '../../mail/message.ts';
import { findPerson, findPersonByEmail } from '../../people/db/people.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { accountStanding } from '../domain/account-holder.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';
import { appliedResidencyType } from '../domain/granted-residency.ts';
import { residencyLetters } from '../residency-letters.ts';
import { type ApplicantMail, makeApplicantMail, type WantedLink } from './make-applicant-mail.ts';

interface Addressed {
  readonly to: readonly string[];
  readonly letter: Letter;
}

/** What an applicant is written as soon as a partner gives their address; null where there is nothing to say. */
export async function writeToApplicant(
  wanted: WantedLink,
  deps: MailDeps,
): Promise<Addressed | null> {
  const mail = await makeApplicantMail(wanted, deps);
  if (mail === null) return null;
  const { application } = mail;
  const partner = await partnerOf(application, deps);
  return { to: [application.data.personalDetails.email], letter: letterOf(mail, partner, deps) };
}

function letterOf(mail: ApplicantMail, partner: string, { baseUrl }: MailDeps): Letter {
  switch (mail.kind) {
    case 'claim': {
      const hours = claimLinkLifetime / 3_600_000;
      return residencyLetters.claimLink({ partner, hours, url: `${baseUrl}/claim/${mail.token}` });
    }
    case 'question':
      return residencyLetters.isThisYours({
        partner,
        url: questionUrl(baseUrl, mail.application.id),
      });
    case 'closed':
      return residencyLetters.applicationForClosedAccount({ partner });
  }
}

/**
 * Asks the holder of the applicant's account for the answer that a review waits for; null where none is needed,
 * or it was decided.
 */
export async function askHolder(applicationId: string, deps: MailDeps): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  if (application.statusId !== 'Pending Review') return null;
  const account = await findPersonByEmail(deps.table, application.data.personalDetails.email);
  if (account === null || accountStanding(account, application) !== 'unconfirmed') return null;
  const partner = await partnerOf(application, deps);
  const url = questionUrl(deps.baseUrl, applicationId);
  return { to: [account.email], letter: residencyLetters.holderAwaited({ partner, url }) };
}

async function partnerOf(
  { integrationId }: StoredResidencyApplication,
  { table }: MailDeps,
): Promise<string> {
  const integration = await findIntegration(table, integrationId);
  return integration?.name ?? 'a partner';
}

function questionUrl(baseUrl: string, applicationId: string): string {
  return `${baseUrl}/portal/residency-applications/${applicationId}`;
}

/** What was decided on a residency application, to its applicant; null while nothing is. */
export async function writeOfDecision(
  applicationId: string,
  deps: MailDeps,
): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  // Whoever objected knows already.
  if (application.objectedAt !== undefined) return null;
  if (application.statusId === 'Rejected') {
    const reason = application.rejectedReason ?? 'none was given';
    const { email } = application.data.personalDetails;
    return { to: [email], letter: residencyLetters.residencyRejected({ reason }) };
  }
  return application.statusId === 'Approved' ? approval(application, deps) : null;
}

async function approval(
  { id, personId, residentPermitNumber, data }: StoredResidencyApplication,
  { table, baseUrl }: MailDeps,
): Promise<Addressed> {
  const person = await findPerson(table, personId ?? '');
  if (person === null || residentPermitNumber === null) {
    throw new Error(`residency application ${id} has no person`);
  }
  const residencyType = appliedResidencyType(data.residencyType);
  const url = `${baseUrl}/portal/sign-in`;
  const letter = residencyLetters.residencyApproved({ residencyType, residentPermitNumber, url });
  return { to: [person.email], letter };
}
