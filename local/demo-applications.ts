import { actorOf, type PartnerKeyCaller } from '../shared/access/auth/caller.ts';
import { issueKey } from '../shared/access/usecases/issue-key.ts';
import type { Actor } from '../shared/platform/domain/audit-entry.ts';
import type { AppliedResidency } from '../shared/residency/domain/residency-application-state.ts';
import { createResidencyApplication } from '../shared/residency/usecases/create-residency-application.ts';
import { readResidencyApplication } from '../shared/residency/usecases/read-residency-application.ts';
import { acceptResidencyAgreement } from '../shared/residency/usecases/residency-agreement.ts';
import { submitResidencyApplication } from '../shared/residency/usecases/revise-residency-application.ts';
import { verifyApplicant } from '../shared/residency/usecases/verify-applicant.ts';
import { createReview } from '../shared/reviews/usecases/create-review.ts';
import {
  answerableResidencyApplication,
  answerInformation,
} from '../shared/service/usecases/answer-information.ts';
import { decideReview } from '../shared/service/usecases/decide-review.ts';
import { readCaseFacts } from '../shared/service/usecases/read-review-pages.ts';
import { requestInformation } from '../shared/service/usecases/request-information.ts';
import { carryOutReview } from '../shared/service/usecases/reviewed-filings.ts';
import type { DemoDeps } from './demo-deps.ts';

/**
 * Residency applications of a partner: one that lacks everything, one that can be submitted, one under review whose
 * question is answered, and one that is approved, so that its resident has a verified identity.
 */
export async function seedResidencyApplications(
  partner: PartnerKeyCaller,
  actor: Actor,
  deps: DemoDeps,
) {
  const ready = (alias: string, givenName: string, surname: string) =>
    aReadyDraft({ alias, givenName, surname }, partner, actor, deps);
  const [draft, readyToSubmit, asked, approved] = await Promise.all([
    aDraft('hedy', 'Hedy', 'Lamarr', 'e_resident', partner, deps),
    ready('emmy', 'Emmy', 'Noether'),
    ready('maria', 'Maria', 'Cunitz'),
    ready('sofia', 'Sofia', 'Kovalevskaya'),
  ]);
  const askedAbout = await aReview(asked.id, partner, deps);
  const message = 'In which of the two flats do you live?';
  const { informationRequest } = await requestInformation(askedAbout, message, actor, deps);
  await answerInformation(
    { requestId: informationRequest?.id ?? '', text: 'In the one on the left.', file: null },
    {
      ...answerableResidencyApplication(asked.id, partner, deps),
      actor: actorOf(partner),
      effect: null,
    },
    deps,
  );
  const review = await aReview(approved.id, partner, deps);
  await decideReview(review, { decision: 'approve', reason: null }, actor, {
    ...deps,
    approvals,
    reviewers: [],
  });
  // It is carried out here, because the keys are created next; a workflow that starts later finds
  // it done.
  await carryOutReview(review, deps);
  const { application } = await readResidencyApplication(approved.id, partner, deps);
  const { personId, residentPermitNumber } = application;
  if (personId === null) throw new Error('the demo approves an application that has a resident');
  const standard = { kind: 'standard', label: 'demo: standard', scopes: [], limits: null } as const;
  const { secret: standardKey } = await issueKey(personId, standard, actor, deps);
  return {
    draft: { id: draft.id, email: draft.email },
    readyToSubmit: { id: readyToSubmit.id, email: readyToSubmit.email },
    questionAnswered: { id: asked.id, email: asked.email },
    approved: {
      id: approved.id,
      email: approved.email,
      personId,
      residentPermitNumber,
      standardKey,
    },
  };
}

/** One person approves here, whatever the number of reviewers. */
const approvals = {
  legal_entity_application: 1,
  amendment: 1,
  certificate_request: 1,
  residency_application: 1,
} as const;

/** A complete draft: of the free type, with a verified identity. */
async function aReadyDraft(
  { alias, givenName, surname }: Readonly<Record<'alias' | 'givenName' | 'surname', string>>,
  partner: PartnerKeyCaller,
  actor: Actor,
  deps: DemoDeps,
) {
  const type = 'limited_e_resident';
  const draft = await aDraft(alias, givenName, surname, type, partner, deps);
  const { sha256: agreementSha256 } = deps.agreements.inForce(type);
  const signerName = `${givenName} ${surname}`;
  await acceptResidencyAgreement(
    { token: draft.agreementToken, signerName, agreementSha256 },
    deps,
  );
  await verifyApplicant({ applicationId: draft.id, status: 'approved' }, actor, deps);
  return draft;
}

/** Submits a draft, and creates its review, which the workflow of the submission finds. Returns the review's id. */
async function aReview(id: string, caller: PartnerKeyCaller, deps: DemoDeps): Promise<string> {
  const { application } = await submitResidencyApplication({ id, caller, effect: null }, deps);
  const { submissionId } = application;
  if (!submissionId) throw new Error('a submission has an id');
  const subject = { type: 'residency_application', id } as const;
  const facts = () => readCaseFacts(subject, deps);
  return (await createReview({ submissionId, subject }, facts, deps)).reviewId;
}

async function aDraft(
  alias: string,
  givenName: string,
  surname: string,
  residencyType: AppliedResidency,
  partner: PartnerKeyCaller,
  deps: DemoDeps,
) {
  const email = `${alias}@applicants.example`;
  const swornStatement = { signature: `${givenName} ${surname}`, locale: 'en' } as const;
  const { application } = await createResidencyApplication(
    {
      applicationData: {
        residencyType,
        personalDetails: {
          givenName,
          surname,
          email,
          dateOfBirth: '1990-11-09',
          sex: 'female',
          countryOfBirth: 'AT',
          citizenships: ['AT'],
          alternateNamesAttestation: false,
          alternateNames: null,
          criminalBackgroundAttestation: true,
          address: {
            line1: '7 Harbour Street',
            city: 'Port Town',
            postalCode: '10101',
            country: 'HN',
          },
          phoneNumber: '+50422000001',
        },
        information: { residencyReason: 'Business', referralSource: null },
        proofOfAddressUploadId: null,
        swornStatement: residencyType === 'limited_e_resident' ? swornStatement : null,
      },
    },
    partner,
    null,
    deps,
  );
  return { id: application.id, email, agreementToken: application.agreement.token };
}
