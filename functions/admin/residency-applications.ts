import { actorOf } from '../../shared/access/auth/caller.ts';
import { type DocumentDeps, documentDeps } from '../../shared/documents/deps/documents.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { presentResidencyApplicationLine } from '../../shared/residency/contracts/admin-residency-applications.ts';
import {
  adminGetResidencyApplication,
  adminListResidencyApplications,
  adminVerifyApplicant,
} from '../../shared/residency/routes/admin-residency-applications.ts';
import {
  listAllResidencyApplications,
  presentResidencyApplicationToOperator,
  readAnyResidencyApplication,
} from '../../shared/residency/usecases/review-residency-application.ts';
import { verifyApplicant } from '../../shared/residency/usecases/verify-applicant.ts';
import { approved } from '../../shared/staff/deps/approved.ts';
import {
  type OperatorApprovalDeps,
  operatorApprovals,
} from '../../shared/staff/deps/staff-deps.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

type ApplicationDeps = DocumentDeps & OperatorApprovalDeps;

export const rows: readonly Operation<ApplicationDeps>[] = [
  operation(adminGetResidencyApplication, async ({ params }, deps: DocumentDeps) => {
    const application = await readAnyResidencyApplication(params.id, deps);
    return { data: await presentResidencyApplicationToOperator(application, deps) };
  }),
  operation(
    adminVerifyApplicant,
    approved(
      adminVerifyApplicant,
      async ({ params, body, caller }, deps: ApplicationDeps) => {
        const { status, expectedVersion } = body;
        const outcome = { applicationId: params.id, status, expectedVersion };
        const { verification } = await verifyApplicant(outcome, actorOf(caller), deps);
        return {
          // It was just recorded with this instant.
          data: { applicationId: params.id, status, verifiedAt: verification.verifiedAt ?? '' },
        };
      },
      {
        // A decline gives nobody any rights.
        act: ({ body }, { identityVerifications }) =>
          identityVerifications && body.status === 'approved' ? 'identity_verifications' : null,
        // The personal data and an earlier outcome: both increase the version.
        before: async ({ params }, deps) =>
          (await readAnyResidencyApplication(params.id, deps)).version,
      },
    ),
  ),
  operation(adminListResidencyApplications, async ({ query }, deps: DocumentDeps) =>
    presentPage(
      await listAllResidencyApplications(query, deps),
      query.limit,
      presentResidencyApplicationLine,
    ),
  ),
];

export const handler = pathFunction(rows, () => ({ ...documentDeps(), ...operatorApprovals() }));
