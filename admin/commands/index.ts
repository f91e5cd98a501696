import type { Group } from '../command.ts';
import { exportRegistry } from '../export/export-registry.ts';
import { documentCsr } from '../signing/document-csr.ts';
import type { Tool } from '../tool.ts';
import { amendments } from './amendments.ts';
import { applications } from './applications.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { certificateRequests } from './certificate-requests.ts';
import { clients } from './clients.ts';
import { credentials } from './credentials.ts';
import { documents } from './documents.ts';
import { entities } from './entities.ts';
import { imports } from './imports.ts';
import { integrations } from './integrations.ts';
import { invoices } from './invoices.ts';
import { keys } from './keys.ts';
import { mail } from './mail.ts';
import { mailboxCases } from './mailbox-cases.ts';
import { maintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';
import { outbox } from './outbox.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { persons } from './persons.ts';
import { referralCodes } from './referral-codes.ts';
import { representatives } from './representatives.ts';
import { reservedNames } from './reserved-names.ts';
import { residencies } from './residencies.ts';
import { residencyApplications } from './residency-applications.ts';
import { restore } from './restore.ts';
import { reviews } from './reviews.ts';
import { search } from './search.ts';
import { staff } from './staff.ts';
import { tokens } from './tokens.ts';
import { uploads } from './uploads.ts';
import { visitorPasses } from './visitor-passes.ts';
import { vouchers } from './vouchers.ts';
import { will } from './will.ts';

/** Every group of commands, in the order of the help. */
export const groups: readonly Group[] = [
  reviews,
  staff,
  applications,
  amendments,
  certificateRequests,
  residencyApplications,
  invoices,
  payments,
  persons,
  residencies,
  keys,
  passkeys,
  credentials,
  mailboxCases,
  will,
  visitorPasses,
  mail,
  entities,
  representatives,
  documents,
  uploads,
  vouchers,
  referralCodes,
  reservedNames,
  integrations,
  clients,
  tokens,
  audit,
  approvals,
  imports,
  restore,
  search,
  maintenance,
  migrate,
  outbox,
];

/** Commands outside of groups. */
export const tools: readonly Tool[] = [exportRegistry, documentCsr];
