import { sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued } from '../../documents/pdf/issued.ts';
import { type Particular, particulars, postalAddress } from '../../documents/pdf/particulars.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { formatDay, formatUtcDay } from '../../kernel/pages/format-dates.ts';

export interface CertificateOfOrganization extends Issued {
  /** Name with its extension, as displayed. */
  readonly entityName: string;
  /** Type as displayed, such as "Limited Liability Company". */
  readonly entityType: string;
  readonly residentPermitNumber: string;
  /** Instant of the registration (ISO 8601). */
  readonly registrationDate: string;
  readonly principalOffice: PostalAddress;
  readonly representatives: readonly Representative[];
}

export interface Representative {
  /** As displayed; null if unknown. */
  readonly name: string | null;
  readonly residentPermitNumber: string;
}

/**
 * The Certificate of Organization, which certifies that an entity exists. A4, one page unless it has very many
 * representatives.
 *
 * Throws a RangeError for an invalid date.
 */
export function renderCertificateOfOrganization(
  certificate: CertificateOfOrganization,
): Promise<Uint8Array> {
  const { issuer, entityName, registrationDate } = certificate;
  return compose(certificate, 'Certificate of Organization', (sheet) => [
    sentence(sheet, [{ text: `The Registrar of the ${issuer.registryName} certifies that` }]),
    subject(sheet, entityName),
    sentence(sheet, [
      { text: 'was organized and entered in the register on ' },
      { text: formatDay(registrationDate), weight: 'bold', unbroken: true },
      { text: ', and has existed as a legal entity from that day on.' },
    ]),
    ...particulars(sheet, [
      { label: 'Type of entity', lines: [certificate.entityType] },
      {
        label: 'Resident permit number',
        lines: [certificate.residentPermitNumber],
        weight: 'bold',
      },
      { label: 'Registration date', lines: [formatUtcDay(registrationDate)] },
      { label: 'Principal office', lines: postalAddress(certificate.principalOffice) },
      ...representatives(certificate.representatives),
    ]),
  ]);
}

/** Representatives per row, small enough for a page break between rows. */
const rowLength = 20;

function representatives(all: readonly Representative[]): readonly Particular[] {
  if (all.length === 0) return [{ label: 'Representatives', lines: ['None recorded'] }];
  const rows: Particular[] = [];
  for (let first = 0; first < all.length; first += rowLength) {
    const label =
      first === 0 ? 'Representatives, by resident permit number' : 'Representatives, continued';
    const lines = all.slice(first, first + rowLength).map(inALine);
    rows.push({ label, lines });
  }
  return rows;
}

function inALine({ name, residentPermitNumber }: Representative): string {
  return name === null ? residentPermitNumber : `${residentPermitNumber} · ${name}`;
}
