import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { Table } from '../../kernel/db/table.ts';
import { daysUntil } from '../../kernel/domain/dates.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { noticeSteps, type Renewal, termOfPerson } from '../domain/term.ts';

/** The renewal to show in the portal, from the day of the first notice; null before, and without an end date. */
export async function readRenewal(
  person: StoredPerson,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<Renewal | null> {
  const term = termOfPerson(person);
  if (term === null) return null;
  const { endsAt } = term;
  const at = now().toISOString();
  const daysLeft = daysUntil(endsAt, at);
  if (daysLeft > Math.max(...noticeSteps)) return null;
  const partner = await activePartner(person, table);
  return { endsAt, daysLeft, hasEnded: endsAt <= at, partner: partner?.name ?? null };
}

/** The integration that applied for a person's residency, if it is active. */
export async function activePartner(person: StoredPerson, table: Table) {
  const application = await applicationOfResidency(person, table);
  const integration = application && (await findIntegration(table, application.integrationId));
  return integration?.active === true && application !== null
    ? { name: integration.name, legalEntityId: integration.legalEntityId, application }
    : null;
}

/** The partner's application for a person's residency; null if operators granted it or it was imported. */
async function applicationOfResidency(
  { id, residency }: Pick<StoredPerson, 'id' | 'residency'>,
  table: Table,
): Promise<StoredResidencyApplication | null> {
  const applicationId = residency?.applicationId ?? null;
  if (applicationId === null) return null;
  const application = await findResidencyApplication(table, applicationId);
  return application?.personId === id ? application : null;
}
