import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  tag: 'Partners',
  limit: 'partner',
  service: true,
  notFound: residencyErrors.residencyApplicationNotFound,
  spec: '4.17',
} as const;
export const read = {
  ...shared,
  method: 'GET',
  auth: { scheme: 'partner', scope: 'partner:person.application.read' },
  table: 'read',
} as const;
export const written = {
  ...shared,
  entry: 'functions/partner/write.ts',
  table: 'read',
  idempotent: 'answer-or-effect',
} as const;

export const exampleResidencyData = {
  residencyType: 'e_resident',
  personalDetails: {
    givenName: 'Ada',
    surname: 'Lovelace',
    email: 'ada@client.example',
    dateOfBirth: '1990-12-10',
    sex: 'female',
    countryOfBirth: 'GB',
    citizenships: ['GB'],
    alternateNamesAttestation: false,
    criminalBackgroundAttestation: true,
    address: {
      line1: '12 St James’s Square',
      city: 'London',
      postalCode: 'SW1Y 4JH',
      country: 'GB',
    },
    phoneNumber: '+44 20 7946 0000',
  },
  information: { residencyReason: 'To found a company', referralSource: null },
} as const;

const id = '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d';
const { personalDetails } = exampleResidencyData;

/** A draft as returned. */
export const exampleResidencyApplication = {
  id,
  version: 1,
  statusId: 'Draft',
  applicationVersion: '1.0.0',
  submittedAt: null,
  createdAt: '2026-01-15T10:30:00.000Z',
  approvedAt: null,
  rejectedAt: null,
  rejectedReason: null,
  rejectedReasonCode: null,
  invoice: null,
  residentPermitNumber: null,
  referralCode: null,
  reference: null,
  applicationData: {
    residencyType: 'e_resident',
    aoc: {
      aocId: 'agreement-of-coexistence-e-resident-v11.01.2026',
      signed: false,
      signedByName: null,
      signedAt: null,
      agentAuthorized: false,
    },
    personalDetails: { ...personalDetails, alternateNames: null, proofOfAddressUploadId: null },
    information: exampleResidencyData.information,
  },
  applicantPortalAccess: {
    email: personalDetails.email,
    hasLoggedIn: false,
    lastLogin: null,
    claimLinkSent: true,
    claimLinkSentAt: '2026-01-15T10:30:00.000Z',
  },
  informationRequest: null,
  nextSteps: {
    agreementUrl: 'https://registry.example/agreements/q3l0Xv8c2mB5nKzQ7wRtY1uP4sDfGhJkLaZxCvBn0mE',
    proofOfAddressRequired: true,
    paymentRequired: true,
    verificationRequired: true,
    verificationInstructions:
      'The registry verifies the identity of the applicant. Read the application again until verificationRequired is false.',
    submitReady: false,
    informationRequired: false,
    informationUrl: null,
    pollAfterSeconds: 30,
  },
} as const;

const accepted = {
  signed: true,
  signedByName: 'Ada Lovelace',
  signedAt: '2026-01-15T11:00:00.000Z',
} as const;
const proofOfAddressUploadId = '4f1e2d3c-5b6a-4978-8796-a5b4c3d2e1f0';

/** The same, paid, with a proof of address and an accepted agreement. */
export const examplePaidResidency = {
  ...exampleResidencyApplication,
  version: 4,
  applicationData: {
    ...exampleResidencyApplication.applicationData,
    aoc: { ...exampleResidencyApplication.applicationData.aoc, ...accepted },
    personalDetails: {
      ...exampleResidencyApplication.applicationData.personalDetails,
      proofOfAddressUploadId,
    },
  },
  nextSteps: {
    ...exampleResidencyApplication.nextSteps,
    agreementUrl: null,
    proofOfAddressRequired: false,
    paymentRequired: false,
  },
} as const;

/** The same, submitted. */
export const exampleSubmittedResidency = {
  ...examplePaidResidency,
  version: 6,
  statusId: 'Pending Review',
  submittedAt: '2026-01-16T09:31:00.000Z',
  nextSteps: {
    ...examplePaidResidency.nextSteps,
    verificationRequired: false,
    verificationInstructions: null,
    pollAfterSeconds: 60,
  },
} as const;
