import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute, listNote } from '../../kernel/http/route.ts';
import { ByResidency } from '../../people/contracts/admin-people-contract.ts';
import {
  AnnulBody,
  AnnulmentAnswer,
  annulNote,
  exampleAnnul,
  exampleAnnulment,
} from '../../registry/contracts/annulment-contract.ts';
import {
  AdminResidencyApplicationAnswer,
  AdminResidencyApplicationQuery,
  ResidencyApplicationPage,
  VerificationAnswer,
  VerifyApplicant,
} from '../contracts/admin-residency-applications.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  entry: 'functions/admin/residency-applications.ts',
  tag: 'Operators: residency applications',
  auth: { scheme: 'operator' },
  params: ById,
  documents: { get: ['proofs-of-address'] },
  spec: 'admin 6',
} as const;

const id = 'c1a5e0d2-3b7f-4f64-9a38-6e5d2c1b0f97';

export const adminGetResidencyApplication = defineRoute({
  ...shared,
  operationId: 'adminGetResidencyApplication',
  method: 'GET',
  path: '/admin/v1/residency_applications/{id}',
  summary: 'Read a partner’s residency application',
  description:
    'Includes what reviewers need. `proofOfAddressFileUrl` links to the uploaded proof for an hour. `proofOfAddressSwornBy` is the name of the person who signed a statement instead. `account` is the account that now has the email address: how it differs from the application, and whether its owner has confirmed the application.',
  response: AdminResidencyApplicationAnswer,
  example: {
    response: {
      data: {
        id,
        integrationId: '5e0c7a1b-9d24-4a8f-b3c6-1f2e3d4c5b6a',
        version: 5,
        statusId: 'Pending Review',
        residencyType: 'e_resident',
        personalDetails: {
          givenName: 'Ada',
          surname: 'Lovelace',
          email: 'ada@people.example',
          dateOfBirth: '1990-12-10',
          sex: 'female',
          countryOfBirth: 'GB',
          citizenships: ['GB'],
          alternateNamesAttestation: false,
          alternateNames: null,
          criminalBackgroundAttestation: true,
          address: {
            line1: '1 Harbour Street',
            city: 'Port Town',
            postalCode: '10100',
            country: 'HN',
          },
          phoneNumber: '+504 5550 0100',
        },
        information: { residencyReason: 'Business', referralSource: null },
        proofOfAddressSwornBy: 'Ada Lovelace',
        proofOfAddressFileUrl: null,
        proofOfAddressFileState: null,
        agreement: {
          aocId: 'agreement-of-coexistence-e-resident-v11.01.2026',
          version: 'v11.01.2026',
          acceptedAt: '2026-01-16T09:30:00.000Z',
          signerName: 'Ada Lovelace',
        },
        verification: { status: 'approved', verifiedAt: '2026-01-16T09:40:00.000Z' },
        invoice: null,
        account: null,
        referralCode: null,
        submittedAt: '2026-01-16T10:00:00.000Z',
        approvedAt: null,
        rejectedAt: null,
        rejectedReason: null,
        objectedAt: null,
        personId: null,
        residentPermitNumber: null,
        createdAt: '2026-01-16T09:00:00.000Z',
      },
    },
  },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  table: 'read',
});

export const adminVerifyApplicant = defineApprovedRoute({
  ...shared,
  operationId: 'adminVerifyApplicant',
  method: 'POST',
  path: '/admin/v1/residency_applications/{id}/verification',
  summary: 'Record the result of an identity verification',
  description:
    'The application must be a draft. A later result replaces an earlier one. The application’s `version` goes up by one. An application that is `declined` can’t be submitted. `expectedVersion` ensures that the data has not changed since the verification.',
  body: VerifyApplicant,
  response: VerificationAnswer,
  example: {
    request: { status: 'approved' },
    response: {
      data: { applicationId: id, status: 'approved', verifiedAt: '2026-01-16T09:40:00.000Z' },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    apiErrors.applicationNoDraft,
    residencyErrors.applicantChanged,
  ],
  table: 'read',
  writes: { put: ['audit', 'residencyApplication'] },
});

export const adminListResidencyApplications = defineRoute({
  operationId: 'adminListResidencyApplications',
  method: 'GET',
  path: '/admin/v1/residency_applications',
  entry: shared.entry,
  summary: 'List partners’ residency applications',
  description: `If you filter by both integration and status, pages can be shorter than \`limit\`; continue until \`nextCursor\` is null. ${listNote}`,
  tag: shared.tag,
  auth: { scheme: 'operator' },
  query: AdminResidencyApplicationQuery,
  response: ResidencyApplicationPage,
  example: {
    response: {
      data: [
        {
          id,
          integrationId: '5e0c7a1b-9d24-4a8f-b3c6-1f2e3d4c5b6a',
          statusId: 'Pending Review',
          residencyType: 'e_resident',
          givenName: 'Ada',
          surname: 'Lovelace',
          invoiceId: 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690',
          paidAt: '2026-01-16T09:30:00.000Z',
          submittedAt: '2026-01-16T09:30:00.000Z',
          approvedAt: null,
          rejectedAt: null,
          personId: null,
          residentPermitNumber: null,
          createdAt: '2026-01-16T09:30:00.000Z',
        },
      ],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  spec: 'admin 6',
});

export const adminAnnulResidency = defineRoute({
  operationId: 'adminAnnulResidency',
  method: 'POST',
  path: '/admin/v1/persons/{id}/residencies/{residencyId}/annul',
  entry: 'functions/admin/people.ts',
  summary: 'Annul a residency that was granted by mistake',
  description: `You can’t undo this. The residency is void from its start, and the previous residency continues. The person keeps the permit number. Only the most recent grant can be annulled. ${annulNote}`,
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  params: ByResidency,
  body: AnnulBody,
  response: AnnulmentAnswer,
  example: {
    request: exampleAnnul,
    response: {
      data: {
        ...exampleAnnulment,
        subject: { type: 'residency', id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b' },
        changes: [
          {
            of: 'residency',
            id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b',
            field: 'terminationDate',
            from: null,
            to: '2026-01-16T09:30:00.000Z',
          },
        ],
        withdrawn: [],
        paid: null,
        remaining: [],
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    residencyErrors.residencyAnnulled,
    residencyErrors.residencyCovered,
  ],
  table: 'read',
  writes: { put: ['actReason', 'audit', 'event', 'person', 'residency', 'residentPermitNumber'] },
  spec: 'admin 2',
});
