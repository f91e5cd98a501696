import { put, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import {
  findPerson,
  personWrite,
  readResidencies,
  residencyWrite,
} from '../../people/db/people.ts';
import { residentItem } from '../../people/db/residents.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { AnnulBody, AnnulmentReport } from '../../registry/contracts/annulment-contract.ts';
import { changesOf, paidBy } from '../../registry/usecases/annulment-report.ts';
import { findResidencyApplication } from '../db/residency-applications.ts';
import { annulledGrant } from '../domain/granted-residency.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

/**
 * Annuls the grant of a person's last residency: it ends where it began, and the residency that it ended continues. The
 * permit number stays assigned; account, keys and consents are treated as after the end of a residency. The application
 * stays Approved and payments stay paid. The person and the partner are notified by email.
 *
 * Errors: 404; 409 `residency.annulled`, `residency.covered` if another was granted since.
 */
export function annulResidency(
  { personId, residencyId }: { readonly personId: string; readonly residencyId: string },
  { reasonCode, reason, plan = false }: AnnulBody,
  actor: Actor,
  deps: CoreDeps,
): Promise<AnnulmentReport> {
  const { table } = deps;
  return retryOnConflict(async () => {
    // The person is read first, so that its version guarantees that the residencies read after it are unchanged.
    const person = await findPerson(table, personId);
    if (person === null) throw apiErrors.notFound();
    const residencies = await readResidencies(table, personId);
    const grant = residencies.find(({ id }) => id === residencyId);
    const { residency: last, residentPermitNumber: rpn } = person;
    if (grant === undefined || last === null || rpn === null) throw apiErrors.notFound();
    if (grant.annulment !== undefined) throw residencyErrors.residencyAnnulled();
    if (last.id !== residencyId) throw residencyErrors.residencyCovered(last.id);
    const at = deps.now().toISOString();
    const next = annulledGrant(residencies, grant, { at, reasonCode });
    const changed = [next.annulled, ...next.restored];
    const periods = residencies.map((each) => changed.find(({ id }) => id === each.id) ?? each);
    const { applicationId = null } = grant;
    const application =
      applicationId === null ? null : await findResidencyApplication(table, applicationId);
    const report: AnnulmentReport = {
      subject: { type: 'residency', id: residencyId },
      planned: plan,
      ...{ at, reasonCode },
      changes: changed.flatMap((after) => {
        const before = residencies.find(({ id }) => id === after.id) ?? after;
        return changesOf('residency', before, after, ['terminationDate']);
      }),
      withdrawn: [],
      paid: await paidBy(table, application?.invoiceId),
      remaining: [],
    };
    if (plan) return report;
    const outcome = await transact(table, {
      person: personWrite({ ...person, residency: next.last }),
      number: put(residentItem(rpn, 'natural_person', personId, periods)),
      ...Object.fromEntries(changed.map((each) => [each.id, residencyWrite(personId, each)])),
      notification: mailWrite(deps.newId(), at, {
        template: 'annulled',
        of: 'residency',
        id: residencyId,
        personId,
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: 'residency.annulled',
        reason,
        details: { residencyId, reasonCode, restored: next.restored.map(({ id }) => id) },
      }),
    });
    return outcome.kind === 'written' ? report : lostRace;
  });
}
