import { sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { type Particular, particulars, postalAddress } from '../../documents/pdf/particulars.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { dayInWords, dayOfUtcInWords } from '../../kernel/pages/dates-in-words.ts';

export interface CertificateOfAmendment extends Issued {
  /** Name with its extension, as displayed, after the amendment. */
  readonly entityName: string;
  readonly residentPermitNumber: string;
  readonly filingId: string;
  /** Instant from which the amendment is in the register (ISO 8601). */
  readonly amendedAt: string;
  /** Names as displayed; null when the amendment left it alone. */
  readonly name: { readonly from: string; readonly to: string } | null;
  /** Null when the amendment left it alone. `from` is null when none was recorded before. */
  readonly principalOffice: {
    readonly from: PostalAddress | null;
    readonly to: PostalAddress;
  } | null;
}

/**
 * The Certificate of Amendment: what the register said before and what it says now. A4, one page.
 *
 * Throws a RangeError when nothing was amended or a date is none.
 */
export async function renderCertificateOfAmendment(
  certificate: CertificateOfAmendment,
): Promise<Uint8Array> {
  const { issuer, amendedAt } = certificate;
  const changes = changesOf(certificate);
  if (changes.length === 0) throw new RangeError('Nothing was amended');
  return compose(certificate, 'Certificate of Amendment', (sheet) => [
    sentence(sheet, [{ text: `The Registrar of the ${issuer.registryName} certifies that` }]),
    subject(sheet, certificate.entityName),
    sentence(sheet, [
      {
        text: 'filed the amendment set out below, which was approved and entered in the register on ',
      },
      { text: dayInWords(amendedAt), weight: 'bold', unbroken: true },
      { text: '.' },
    ]),
    ...particulars(sheet, [
      {
        label: 'Resident permit number',
        lines: [certificate.residentPermitNumber],
        weight: 'bold',
      },
      { label: 'Filing', lines: [certificate.filingId] },
      { label: 'Date of amendment', lines: [dayOfUtcInWords(amendedAt)] },
    ]),
    ...particulars(sheet, changes),
  ]);
}

function changesOf({ name, principalOffice }: CertificateOfAmendment): readonly Particular[] {
  const changes: Particular[] = [];
  if (name !== null) {
    changes.push(
      { label: 'Former name', lines: [name.from] },
      { label: 'New name', lines: [name.to], weight: 'bold' },
    );
  }
  if (principalOffice !== null) {
    changes.push(
      { label: 'Former principal office', lines: postalAddress(principalOffice.from) },
      { label: 'New principal office', lines: postalAddress(principalOffice.to), weight: 'bold' },
    );
  }
  return changes;
}
