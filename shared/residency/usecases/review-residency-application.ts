import { findIntegration } from '../../access/db/partner-integrations.ts';
import { emailProvenWrite, findPerson } from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { findApplicant } from '../../people/usecases/read-people.ts';
import { reviewed } from '../../reviews/usecases/reviewed.ts';
import {
  findResidencyApplication,
  residencyApplicationWrite,
} from '../db/residency-applications.ts';
import { applicantLanguage } from '../domain/applicant-language.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import { applicantName } from '../domain/residency-application-state.ts';
import { isHolder } from './answer-as-holder.ts';
import { compareWithAccount } from './compare-with-account.ts';
import { proofOfAddressLink } from './present-residency-application-to-operator.ts';

/** The review of a residency application: an approval makes its applicant a resident (spec 3.4), see admit-resident.ts. */
export const residencyApplicationReview = reviewed({
  find: findResidencyApplication,
  writes: (next) => ({ application: residencyApplicationWrite(next) }),
  decide: decideResidencyApplication,
  // An objection has closed the review, too, since it was read: whoever reads it again sees that.
  isWithdrawn: ({ objectedAt }) => objectedAt !== undefined,
  mail: (applicationId, outcome) => ({ template: `residency_${outcome}`, applicationId }),
  similarPeople: async ({ data }, deps) =>
    (await findApplicant(data.personalDetails, deps)).found?.similar ?? [],
  applicant: ({ data }) => ({ email: data.personalDetails.email }),
  name: ({ data }) => applicantName(data),
  isOwnToo: async ({ id, data }, personId, table) => {
    const person = await findPerson(table, personId);
    if (person === null) return false;
    return (
      person.residencyApplicationId === id || isSameEmail(person.email, data.personalDetails.email)
    );
  },
  questionMail: 'residency_information_requested',
  applicants: async (application) => [
    {
      id: 'applicant',
      email: application.data.personalDetails.email,
      locale: applicantLanguage(application),
    },
  ],
  answerableBy: async (application, person) =>
    isHolder(application, person) ? { holder: emailProvenWrite(person) } : null,
  facts: async (application, deps) => {
    const [integration, account, proofOfAddress] = await Promise.all([
      findIntegration(deps.table, application.integrationId),
      // While there is something to decide.
      application.statusId === 'Pending Review' ? compareWithAccount(application, deps) : null,
      proofOfAddressLink(application.data.proofOfAddressUploadId, deps),
    ]);
    return {
      type: 'residency_application' as const,
      application,
      account,
      partnerName: integration?.name ?? null,
      objections: integration?.objections ?? 0,
      proofOfAddress,
    };
  },
});
