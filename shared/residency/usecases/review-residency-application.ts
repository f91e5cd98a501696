import type * as z from 'zod/mini';
import { findIntegration } from '../../access/db/partner-integrations.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import { type UploadLink, uploadLink } from '../../documents/usecases/uploads.ts';
import { presentInvoice } from '../../incorporation/contracts/admin-applications.ts';
import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice } from '../../payments/db/invoices.ts';
import {
  emailProvenWrite,
  findPerson,
  findPersonByEmail,
  type StoredPerson,
} from '../../people/db/people.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { isActive } from '../../people/domain/residency.ts';
import { findApplicant } from '../../people/usecases/read-people.ts';
import { reviewed } from '../../reviews/usecases/reviewed.ts';
import { AdminResidencyApplication } from '../contracts/admin-residency-applications.ts';
import {
  findProofOfAddress,
  findResidencyApplication,
  pageOfIntegrationsApplications,
  pageOfResidencyApplications,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import {
  type ApplicantAccountStatus,
  applicantAccountStatus,
  type ComparedField,
  differencesBetween,
} from '../domain/account-holder.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import { applicantLanguage, applicantName } from '../domain/residency-application-state.ts';
import { isHolder } from './answer-as-holder.ts';

/** The account with the applicant's address, compared with the application. */
interface ComparedAccount {
  readonly person: StoredPerson;
  readonly residencyActive: boolean;
  readonly status: ApplicantAccountStatus;
  /** When its holder confirmed the current application; null if they have not. */
  readonly confirmedAt: string | null;
  readonly differences: readonly ComparedField[];
}

/**
 * Compares an application with the account that has its address; null if there is no account. Only for reviewers:
 * neither the partner nor the applicant may see it.
 */
async function compareWithAccount(
  application: StoredResidencyApplication,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<ComparedAccount | null> {
  const { personalDetails } = application.data;
  const person = await findPersonByEmail(table, personalDetails.email);
  if (person === null) return null;
  const { residency } = person;
  const status = applicantAccountStatus(person, application);
  return {
    person,
    residencyActive: residency !== null && isActive(residency, now().toISOString()),
    status,
    confirmedAt:
      status === 'confirmed' ? (application.holderConfirmation?.confirmedAt ?? null) : null,
    differences: differencesBetween(personalDetails, person),
  };
}

/** How long the proof's URL is valid, in seconds. */
const urlLife = 3600;

/** A residency application as its reviewers see it, without its applicant's links. */
export async function presentResidencyApplicationToOperator(
  application: StoredResidencyApplication,
  deps: DocumentDeps,
): Promise<z.input<typeof AdminResidencyApplication>> {
  const { data, agreement, verification } = application;
  const [invoice, proof, account] = await Promise.all([
    findInvoice(deps.table, application.invoiceId),
    proofOfAddressLink(data.proofOfAddressUploadId, deps),
    compareWithAccount(application, deps),
  ]);
  return presented(AdminResidencyApplication, {
    ...application,
    residencyType: data.residencyType,
    personalDetails: {
      ...data.personalDetails,
      citizenships: [...data.personalDetails.citizenships],
    },
    information: data.information,
    proofOfAddressSwornBy: data.swornStatement?.signature ?? null,
    proofOfAddressFileUrl: proof?.url ?? null,
    proofOfAddressFileState: proof?.state ?? null,
    agreement: {
      aocId: agreement.aocId,
      version: agreement.version,
      acceptedAt: agreement.acceptedAt,
      signerName: agreement.signerName,
    },
    verification: { status: verification.status, verifiedAt: verification.verifiedAt },
    invoice: invoice && presentInvoice(invoice),
    account: account && presentAccount(account),
    objectedAt: application.objectedAt ?? null,
  });
}

function presentAccount({ person, residencyActive, status, ...compared }: ComparedAccount) {
  return {
    personId: person.id,
    status,
    confirmedAt: compared.confirmedAt,
    differences: [...compared.differences],
    givenName: person.givenName,
    surname: person.surname,
    dateOfBirth: person.dateOfBirth,
    sex: person.sex,
    countryOfBirth: person.countryOfBirth,
    citizenships: [...person.citizenships],
    address: person.address,
    phoneNumber: person.phoneNumber,
    residentPermitNumber: person.residentPermitNumber,
    residencyActive,
  };
}

/** A link to the upload, valid for one hour, if it may be opened; null without one. */
async function proofOfAddressLink(
  id: string | null,
  deps: DocumentDeps,
): Promise<UploadLink | null> {
  const proof = id === null ? null : await findProofOfAddress(deps.table, id);
  if (proof === null) return null;
  const fileName = `proof-of-address${proofExtensions[proof.contentType] ?? ''}`;
  return uploadLink(proof, fileName, urlLife, deps);
}

/** The review of a residency application: an approval makes its applicant a resident (spec 3.4), see admit-resident.ts. */
export const residencyApplicationReview = reviewed({
  find: findResidencyApplication,
  writes: (next) => ({ application: residencyApplicationWrite(next) }),
  decide: decideResidencyApplication,
  // The objection has closed the review since it was read; the next read shows that.
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
      // Compared only until the decision.
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

/** Filters; without any, all applications match. */
interface ResidencyApplicationChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly integrationId?: string | undefined;
}

/**
 * A page of the applications that match, newest first. There is no list by integration and status, so a page with both
 * filters can be shorter than the limit; its cursor continues.
 */
export function listAllResidencyApplications(
  { limit, cursor, integrationId, status: state, ...days }: ResidencyApplicationChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredResidencyApplication>> {
  const filter = { state, ...days };
  const request = { limit, after: cursor };
  if (integrationId === undefined) return pageOfResidencyApplications(table, filter, request);
  return pageOfIntegrationsApplications(table, integrationId, filter, request);
}

/** An application of any partner, for operators. Error: 404. */
export async function readAnyResidencyApplication(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredResidencyApplication> {
  const application = await findResidencyApplication(table, id);
  if (application === null) throw apiErrors.notFound();
  return application;
}
