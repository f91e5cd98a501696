import { presentInformation, type Waiting } from '../../reviews/contracts/information-contract.ts';
import { nextStepsOfResidencyApplication } from '../domain/residency-application.ts';
import type {
  ResidencyApplicationData,
  ResidencyApplicationState,
} from '../domain/residency-application-state.ts';
import type { ResidencyApplication } from './partner-application.ts';

interface Shown extends ResidencyApplicationState {
  readonly id: string;
  readonly applicationVersion: string;
  readonly createdAt: string;
}

const instructions = {
  pending:
    'The registry verifies the identity of the applicant. Read the application again until verificationRequired is false.',
  declined:
    'The identity of the applicant could not be verified. Correct the application, or have the applicant contact the registry.',
} as const;

/** An application as its partner sees it. */
export function presentResidencyApplication(
  application: Shown,
  access: ResidencyApplication['applicantPortalAccess'],
  { baseUrl }: { readonly baseUrl: string },
): ResidencyApplication {
  const { verification } = application;
  const steps = nextStepsOfResidencyApplication(application);
  const waiting = waitingOf(application.statusId, steps);
  const information = presentInformation(application, waiting, { baseUrl });
  return {
    id: application.id,
    version: application.version,
    statusId: application.statusId,
    applicationVersion: application.applicationVersion,
    submittedAt: application.submittedAt,
    createdAt: application.createdAt,
    approvedAt: application.approvedAt,
    rejectedAt: application.rejectedAt,
    rejectedReason: application.rejectedReason,
    residentPermitNumber: application.residentPermitNumber,
    referralCode: application.referralCode,
    applicationData: presentData(application.data, application.agreement),
    applicantPortalAccess: access,
    informationRequest: information.informationRequest,
    nextSteps: {
      agreementUrl: steps.agreementRequired
        ? `${baseUrl}/agreements/${application.agreement.token}`
        : null,
      proofOfAddressRequired: steps.proofOfAddressRequired,
      paymentRequired: steps.paymentRequired,
      verificationRequired: steps.verificationRequired,
      verificationInstructions:
        steps.verificationRequired && verification.status !== 'approved'
          ? instructions[verification.status]
          : null,
      submitReady: steps.submitReady,
      ...information.nextSteps,
    },
  };
}

/** Applicants sign and pay in their own browsers, and the registry verifies who they are. */
function waitingOf(
  statusId: Shown['statusId'],
  steps: ReturnType<typeof nextStepsOfResidencyApplication>,
): Waiting {
  if (statusId === 'Pending Review') return 'for_review';
  const { agreementRequired, paymentRequired, verificationRequired } = steps;
  return agreementRequired || paymentRequired || verificationRequired ? 'for_somebody' : 'at_rest';
}

function presentData(
  { residencyType, personalDetails, information, proofOfAddressUploadId }: ResidencyApplicationData,
  { aocId, acceptedAt, signerName }: ResidencyApplicationState['agreement'],
): ResidencyApplication['applicationData'] {
  const { address, citizenships } = personalDetails;
  return {
    residencyType,
    aoc: {
      aocId,
      signed: acceptedAt !== null,
      signedByName: signerName,
      signedAt: acceptedAt,
      agentAuthorized: false,
    },
    personalDetails: {
      givenName: personalDetails.givenName,
      surname: personalDetails.surname,
      email: personalDetails.email,
      dateOfBirth: personalDetails.dateOfBirth,
      sex: personalDetails.sex,
      countryOfBirth: personalDetails.countryOfBirth,
      citizenships: [...citizenships],
      alternateNamesAttestation: personalDetails.alternateNamesAttestation,
      alternateNames: personalDetails.alternateNames,
      criminalBackgroundAttestation: personalDetails.criminalBackgroundAttestation,
      proofOfAddressUploadId,
      address,
      phoneNumber: personalDetails.phoneNumber,
    },
    information,
  };
}
