import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { checkDateOfBirth } from '../../people/usecases/register-person.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  type VisitorPassApplication,
  visitorApplications,
} from '../contracts/visitor-pass-contract.ts';
import {
  newVisitorPassWrites,
  readVisitorPasses,
  type StoredVisitorPass,
  type VisitorPassFilter,
} from '../db/visitor-passes.ts';

/** Error: 429 beyond `visitorApplications`, regardless of the request. */
export async function countVisitor(
  clientAddress: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<void> {
  const at = now();
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, visitorApplications, network, at.getTime()), at);
}

/**
 * Stores an application for a visitor pass, unless the address has one from this source and UTC day, and requests the
 * follow-up email. The caller can't tell the two cases apart: both make one write.
 *
 * Error: 400 for a date of birth in the future.
 */
export async function applyForVisitorPass(
  application: VisitorPassApplication,
  deps: Pick<CoreDeps, 'table' | 'now' | 'newId'>,
): Promise<void> {
  const at = deps.now().toISOString();
  const { firstName, lastName, email, signature, referralSource } = application;
  const { dateOfBirth = null } = application;
  checkDateOfBirth(dateOfBirth, at);
  const id = deps.newId();
  const writes = newVisitorPassWrites({
    id,
    firstName,
    lastName,
    email,
    signature,
    referralSource,
    dateOfBirth,
    createdAt: at,
  });
  const outcome = await transact(deps.table, {
    ...writes,
    claim: orElse(writes.claim, () => 'applied_before'),
    event: mailWrite(deps.newId(), at, { template: 'visitor_pass_received', visitorPassId: id }),
    ...auditAct(deps, {
      at,
      actor: system,
      action: 'visitor_pass.applied',
      subject: { type: 'visitor_pass', id },
      details: {},
    }),
  });
  if (outcome.kind === 'refused' && outcome.refusal === undefined) throw outcome.error;
}

/** A page of the applications that match, newest first. */
export function listVisitorPasses(
  { limit, cursor, ...filter }: VisitorPassFilter & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredVisitorPass>> {
  return readVisitorPasses(table, filter, { limit, after: cursor });
}
