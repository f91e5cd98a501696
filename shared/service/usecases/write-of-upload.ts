import { findIntegration } from '../../access/db/partner-integrations.ts';
import { activeRepresentatives } from '../../amendments/usecases/write-to-representatives.ts';
import { findUploadScan, type Uploader } from '../../documents/db/upload-scans.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { Parcel } from '../../mail/usecases/send-each.ts';
import { findPerson } from '../../people/db/people.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { findReview } from '../../reviews/db/reviews.ts';
import type { LetterDeps } from '../deps/outbox.ts';
import { uploadLetters } from '../mail/upload-letters.ts';

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;

/**
 * A file cannot be opened: whoever uploaded it is told, and for a partner those who represent its legal entity. Nobody is once there is
 * another verdict, or it was uploaded anew.
 */
export async function writeOfUpload(
  { objectKey, scanId, status }: MailOf<'upload_not_accepted'>,
  { table, baseUrl }: LetterDeps,
): Promise<readonly Parcel[]> {
  const scan = await findUploadScan(table, objectKey);
  if (scan?.id !== scanId || scan.status !== status) return [];
  const { kind } = scan.uploader;
  const facts = {
    kind,
    malware: status === 'refused',
    applicationId: kind === 'proof_of_address' ? scan.uploader.applicationId : null,
    url:
      baseUrl +
      (kind === 'tax_proof'
        ? '/portal/uploads/tax-proof'
        : kind === 'information'
          ? '/portal'
          : '/docs'),
  };
  const readers = await readersOf(scan.uploader, table);
  return readers.map((reader) => ({
    to: reader.email,
    recipient: reader.id,
    write: () => uploadLetters(reader).uploadNotAccepted(facts),
  }));
}

async function readersOf(uploader: Uploader, table: Table) {
  if (uploader.kind === 'proof_of_address') return ofPartner(uploader.integrationId, table);
  if (uploader.personId !== null) {
    const person = await findPerson(table, uploader.personId);
    return person === null || person.status === 'deactivated' ? [] : [person];
  }
  // A partner has answered for an application of its own.
  const review =
    uploader.kind === 'information' ? await findReview(table, uploader.reviewId) : null;
  const application = review && (await findResidencyApplication(table, review.subject.id));
  return application === null ? [] : ofPartner(application.integrationId, table);
}

async function ofPartner(integrationId: string, table: Table) {
  const integration = await findIntegration(table, integrationId);
  if (!integration?.legalEntityId) return [];
  return activeRepresentatives(table, integration.legalEntityId);
}
