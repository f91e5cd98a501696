import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { proofExtensions } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { requireOpenable, uploadLink } from '../../documents/usecases/uploads.ts';
import type { CursorPage } from '../../kernel/contracts/pagination.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findMailAddress, type StoredMailAddress } from '../../mail/db/mail-addresses.ts';
import { findPeople, findPerson, type StoredPerson } from '../../people/db/people.ts';
import {
  findMailboxCase,
  findMailboxEvidence,
  openedEvidenceWrite,
  readCasesOfPerson,
  readMailboxCases,
  readMailboxEvidence,
  type StoredMailboxCase,
  type StoredMailboxEvidence,
} from '../db/mailbox-cases.ts';
import { isEnded } from '../domain/mailbox-case.ts';
import { type MailboxDeps, withValidApprovals } from './act-on-mailbox-case.ts';

/** A page of all cases, or of open ones, newest first. */
export function listMailboxCases(
  { running, limit, cursor }: CursorPage & { readonly running: boolean },
  { table }: { readonly table: Table },
): Promise<Page<StoredMailboxCase>> {
  return readMailboxCases(table, running ? 'running' : 'all', { limit, after: cursor });
}

/** Error: 404. */
export async function readMailboxCase(
  id: string,
  { table }: { readonly table: Table },
): Promise<StoredMailboxCase> {
  const found = await findMailboxCase(table, id);
  if (found === null) throw apiErrors.notFound();
  return found;
}

/** How long a link to evidence is valid, in seconds. */
const linkSeconds = 60;

interface CaseForStaff {
  /** With the currently valid approvals. */
  readonly found: StoredMailboxCase;
  /** Authors of approvals that are now void. */
  readonly voided: readonly string[];
  readonly person: StoredPerson | null;
  readonly evidence: readonly StoredMailboxEvidence[];
  /** Names of the staff members in the case, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The others about the same account, newest first, ten at most. */
  readonly others: readonly StoredMailboxCase[];
  /** Known email problems of either address; null if there are none. */
  readonly mail: {
    readonly former: StoredMailAddress | null;
    readonly new: StoredMailAddress | null;
  };
}

const mostOthers = 10;

/** A case with all data for its page. Three round trips. Error: 404. */
export async function readCaseForStaff(
  caseId: string,
  deps: Pick<MailboxDeps, 'table' | 'reviewers'>,
): Promise<CaseForStaff> {
  const { table } = deps;
  const read = await readMailboxCase(caseId, { table });
  const { openedBy, approvals, personId, from, to } = read;
  const staff = [...approvals.map(({ by }) => by), ...(openedBy === null ? [] : [openedBy])];
  const [{ found, voided }, person, people, evidence, cases, former, new_] = await Promise.all([
    isEnded(read.status) ? { found: read, voided: [] } : withValidApprovals(read, deps),
    findPerson(table, personId),
    findPeople(table, [...new Set(staff)]),
    readMailboxEvidence(table, caseId),
    readCasesOfPerson(table, personId, mostOthers + 1),
    findMailAddress(table, from),
    findMailAddress(table, to),
  ]);
  const others = cases.filter(({ id }) => id !== caseId).slice(0, mostOthers);
  const names = new Map(people.map((each) => [each.id, personName(each) ?? each.email]));
  return { found, voided, person, evidence, names, others, mail: { former, new: new_ } };
}

/**
 * A link to a file of evidence, valid for a minute; records that `by` has opened it. Errors: 404;
 * 409 `upload.being_checked`, `upload.refused`, `upload.not_checkable` if nobody may open it.
 */
export async function linkToEvidence(
  caseId: string,
  evidenceId: string,
  by: string,
  deps: Pick<DocumentDeps, 'table' | 'documents'>,
): Promise<{ readonly url: string; readonly personId: string }> {
  const evidence = await findMailboxEvidence(deps.table, caseId, evidenceId);
  if (evidence === null) throw apiErrors.notFound();
  await requireOpenable(evidence, deps);
  const fileName = `evidence${proofExtensions[evidence.contentType] ?? ''}`;
  const { url } = await uploadLink(evidence, fileName, linkSeconds, deps);
  if (url === null) throw documentErrors.uploadBeingChecked();
  const opened = await transact(deps.table, {
    opened: orElse(openedEvidenceWrite(evidence, by), () => 'noted'),
  });
  if (opened.kind !== 'written' && opened.refusal === undefined) throw opened.error;
  return { url, personId: evidence.personId };
}
