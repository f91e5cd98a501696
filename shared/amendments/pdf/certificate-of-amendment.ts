import { sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { particulars } from '../../documents/pdf/particulars.ts';
import { formatDay, formatUtcDay } from '../../kernel/pages/format-dates.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { detailLines, detailTextsFor } from '../../registry/pages/entity-details.ts';
import {
  amended,
  changedDetails,
  hasChanges,
  type ProposedChanges,
} from '../domain/proposed-changes.ts';

export interface CertificateOfAmendment extends Issued {
  /** The name after the amendment, with its extension, as displayed. */
  readonly entityName: string;
  readonly residentPermitNumber: string;
  readonly filingId: string;
  /** The instant at which the amendment took effect (ISO 8601). */
  readonly amendedAt: string;
  readonly before: AmendableEntity;
  readonly changes: ProposedChanges;
}

/**
 * The Certificate of Amendment: the details before and after. A4, one page. Throws a RangeError if nothing was amended
 * or a date is invalid.
 */
export async function renderCertificateOfAmendment(
  certificate: CertificateOfAmendment,
): Promise<Uint8Array> {
  const { issuer, amendedAt, before, changes } = certificate;
  const after = amended(before, changes);
  if (!hasChanges(changes)) throw new RangeError('Nothing was amended');
  return compose(certificate, 'Certificate of Amendment', (sheet) => [
    sentence(sheet, [{ text: `The Registrar of the ${issuer.registryName} certifies that` }]),
    subject(sheet, certificate.entityName),
    sentence(sheet, [
      {
        text: 'filed the amendment set out below, which was approved and entered in the register on ',
      },
      { text: formatDay(amendedAt), weight: 'bold', unbroken: true },
      { text: '.' },
    ]),
    ...particulars(sheet, [
      {
        label: 'Resident permit number',
        lines: [certificate.residentPermitNumber],
        weight: 'bold',
      },
      { label: 'Filing', lines: [certificate.filingId] },
      { label: 'Date of amendment', lines: [formatUtcDay(amendedAt)] },
    ]),
    ...particulars(
      sheet,
      changedDetails(changes).flatMap((name) => {
        const { of } = detailTextsFor({})[name];
        return [
          { label: `Former ${of}`, lines: detailLines(before, name) },
          { label: `New ${of}`, lines: detailLines(after, name), weight: 'bold' as const },
        ];
      }),
    ),
  ]);
}
