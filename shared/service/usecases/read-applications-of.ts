import type { Activity } from '../../account/domain/activity.ts';
import type { ActivityAbout } from '../../account/pages/activity-page.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { listApplications, StoredApplication } from '../../incorporation/db/applications.ts';
import { mayApply } from '../../incorporation/usecases/check-new-application.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { entityPath } from '../../registry/contracts/own-entities-contract.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import {
  findResidencyApplication,
  type StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';
import { filingPath } from '../contracts/portal-contract.ts';

/** A person's applications. */
export interface OwnApplications {
  readonly applications: readonly StoredApplication[];
  readonly residency: StoredResidencyApplication | null;
  readonly isEligible: boolean;
}

/**
 * The legal entities and own applications that a person's activities are about, if their pages open for the person
 * today. One round trip, or none.
 */
export async function readActivityAbouts(
  personId: string,
  activities: readonly Activity[],
  { table }: Pick<CoreDeps, 'table'>,
): Promise<ReadonlyMap<string, ActivityAbout>> {
  const parts = activities.map(({ id, subject, details }) => {
    const subjectType = details['subjectType'] ?? subject?.type;
    const subjectId = details['subjectType'] === undefined ? subject?.id : details['subjectId'];
    const idOf = (type: string, other: unknown) => {
      const found = subjectType === type ? subjectId : other;
      return typeof found === 'string' ? found : null;
    };
    const entityId = idOf('legal_entity', details['legalEntityId']);
    const applicationId = idOf('legal_entity_application', details['applicationId']);
    const ofEntity =
      typeof subjectId !== 'string' || entityId === null
        ? null
        : (filingPath(subjectType, entityId, subjectId) ?? entityPath(entityId));
    return { id, entityId, ofEntity, applicationId };
  });
  // Duplicate keys are not allowed.
  const distinct = (ids: readonly (string | null)[]) => [
    ...new Set(ids.filter((id) => id !== null)),
  ];
  const entityIds = distinct(parts.map(({ entityId }) => entityId));
  const applicationIds = distinct(parts.map(({ applicationId }) => applicationId));
  const items = await getItems(table, [
    ...entityIds.map((id) => keys.entity(id)),
    ...entityIds.map((id) => keys.representative(id, personId)),
    ...applicationIds.map((id) => keys.application(personId, id)),
  ]);
  const count = entityIds.length;
  return new Map(
    parts.flatMap(({ id, entityId, ofEntity, applicationId }): [string, ActivityAbout][] => {
      const index = entityIds.indexOf(entityId ?? '');
      const entity = parseFound(StoredEntity, items[index]);
      if (entity !== null) {
        const path = items[count + index] === undefined ? null : ofEntity;
        return [[id, { name: fullName(entity), path }]];
      }
      const item = items[2 * count + applicationIds.indexOf(applicationId ?? '')];
      const application = applicationId === null ? null : parseFound(StoredApplication, item);
      if (application === null) return [];
      const name = `${application.name} ${application.extension}`;
      return [[id, { name, path: applicationPath(application.id) }]];
    }),
  );
}

/** A person's own applications of any origin, newest first. One round trip. */
export async function readApplicationsOf(
  person: StoredPerson,
  deps: CoreDeps,
): Promise<OwnApplications> {
  const [applications, residency] = await Promise.all([
    listApplications(deps.table, person.id),
    residencyApplicationOf(person, deps),
  ]);
  return { applications, residency, isEligible: mayApply(person, deps.now().toISOString()) };
}

/** The application with which the account was claimed; null if its address has changed since. */
export async function residencyApplicationOf(
  { residencyApplicationId, email }: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredResidencyApplication | null> {
  const id = residencyApplicationId ?? null;
  const application = id === null ? null : await findResidencyApplication(table, id);
  const theirs = application !== null && isSameEmail(application.data.personalDetails.email, email);
  return theirs ? application : null;
}
