import { findIntegration } from '../db/partner-integrations.ts';
import { findPerson } from '../db/people.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import type { OutboxDeps } from '../deps/outbox.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';
import { appliedResidencyType } from '../domain/granted-residency.ts';
import { letters } from '../mail/letters.ts';
import type { Letter } from '../mail/message.ts';
import { makeClaimLink, type WantedLink } from './make-claim-link.ts';

interface Addressed {
  readonly to: readonly string[];
  readonly letter: Letter;
}

/** The link with which an applicant claims their account; null where there is nothing to claim. */
export async function sendClaimLink(
  wanted: WantedLink,
  deps: OutboxDeps,
): Promise<Addressed | null> {
  const link = await makeClaimLink(wanted, deps);
  if (link === null) return null;
  const integration = await findIntegration(deps.table, link.integrationId);
  const letter = letters.claimLink({
    partner: integration?.name ?? 'a partner',
    hours: claimLinkLifetime / 3_600_000,
    url: `${deps.baseUrl}/claim/${link.token}`,
  });
  return { to: [link.email], letter };
}

/** What was decided on a residency application, to its applicant; null while nothing is. */
export async function writeOfDecision(
  applicationId: string,
  deps: OutboxDeps,
): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  if (application.statusId === 'Rejected') {
    const reason = application.rejectedReason ?? 'none was given';
    const { email } = application.data.personalDetails;
    return { to: [email], letter: letters.residencyRejected({ reason }) };
  }
  return application.statusId === 'Approved' ? approval(application, deps) : null;
}

async function approval(
  { id, personId, residentPermitNumber, data }: StoredResidencyApplication,
  { table, baseUrl }: OutboxDeps,
): Promise<Addressed> {
  const person = await findPerson(table, personId ?? '');
  if (person === null || residentPermitNumber === null) {
    throw new Error(`residency application ${id} has no person`);
  }
  const residencyType = appliedResidencyType(data.residencyType);
  const url = `${baseUrl}/portal/sign-in`;
  const letter = letters.residencyApproved({ residencyType, residentPermitNumber, url });
  return { to: [person.email], letter };
}
