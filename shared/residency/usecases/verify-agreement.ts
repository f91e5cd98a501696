import type { StoredAgreementCode } from '../../certificates/db/certificates.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { findPerson, readResidencies } from '../../people/db/people.ts';
import { isActive } from '../../people/domain/residency.ts';
import { findResidencyApplication } from '../db/residency-applications.ts';
import { appliedResidencyType } from '../domain/granted-residency.ts';
import { applicantName } from '../domain/residency-application-state.ts';
import type { VerifiedAgreement } from '../domain/verified-agreement.ts';

/** What the registry says of an agreement that it issued; null once the application or the person is erased. */
export async function verifyAgreement(
  { applicationId, issuedAt, sha256 }: StoredAgreementCode,
  { table, now }: CoreDeps,
): Promise<VerifiedAgreement | null> {
  const application = await findResidencyApplication(table, applicationId);
  const { personId = null, residentPermitNumber = null } = application ?? {};
  const { residencyEffectiveDate: effectiveDate = null } = application ?? {};
  const signedAt = application?.agreement.acceptedAt ?? null;
  if (
    application === null ||
    personId === null ||
    residentPermitNumber === null ||
    effectiveDate === null ||
    signedAt === null
  ) {
    return null;
  }
  const [person, residencies] = await Promise.all([
    findPerson(table, personId),
    readResidencies(table, personId),
  ]);
  if (person === null) return null;
  const at = now().toISOString();
  const granted = residencies.find((residency) => residency.applicationId === applicationId);
  return {
    residentName: applicantName(application.data),
    residentPermitNumber,
    residencyType: appliedResidencyType(application.data.residencyType),
    version: application.agreement.version,
    effectiveDate,
    signedAt,
    issuedAt,
    sha256,
    active: person.status === 'active' && residencies.some((residency) => isActive(residency, at)),
    annulledAt: granted?.annulment?.at ?? null,
  };
}
