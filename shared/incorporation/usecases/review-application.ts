import { fullName } from '../../kernel/domain/legal-entity.ts';
import { knownPerson } from '../../reviews/usecases/known-person.ts';
import { reviewed } from '../../reviews/usecases/reviewed.ts';
import { applicationWrite, findAnyApplication } from '../db/applications.ts';
import { decideApplication } from '../domain/application.ts';

/** The review of a legal-entity application: an approval incorporates the entity (spec 3.1), see incorporate-entity.ts. */
export const applicationReview = reviewed({
  find: findAnyApplication,
  writes: (next) => ({ application: applicationWrite(next) }),
  decide: decideApplication,
  mail: (applicationId, outcome) => ({ template: `application_${outcome}`, applicationId }),
  proposes: ({ id, name }) => ({ name, own: [id] }),
  applicant: ({ ownerId }) => ({ personId: ownerId }),
  name: ({ name, extension }) => fullName({ name, extension, nameStartsWithExtension: false }),
  facts: async (application, deps) => ({
    type: 'legal_entity_application' as const,
    application,
    owner: await knownPerson(application.ownerId, deps),
  }),
});
