import { remark, sentence, subject } from '../../documents/pdf/blocks.ts';
import { compose } from '../../documents/pdf/compose.ts';
import type { Issued, Verification } from '../../documents/pdf/issued.ts';
import { particulars } from '../../documents/pdf/particulars.ts';
import { formatInstant, formatUtcDay } from '../../kernel/pages/format-dates.ts';
import type { RequestableType } from '../domain/certificate-type.ts';

interface RequestedCertificate extends Issued {
  /** Name with its extension, as displayed. */
  readonly entityName: string;
  /** Type as displayed, such as "Limited Liability Company". */
  readonly entityType: string;
  readonly residentPermitNumber: string;
  /** The instant of the registration (ISO 8601); null omits the row. */
  readonly registrationDate: string | null;
  /** Every certificate of this kind has a code, with a page at `{base_url}/certificates/{code}`. */
  readonly verification: Verification;
}

/**
 * The Certificate of Good Standing: the entity's status at the instant of issue. A4, one page.
 *
 * Throws a RangeError for an invalid date.
 */
export function renderCertificateOfGoodStanding(
  certificate: RequestedCertificate,
): Promise<Uint8Array> {
  const { issuer, issuedAt, registrationDate } = certificate;
  return compose(certificate, 'Certificate of Good Standing', (sheet) => [
    sentence(sheet, [{ text: `The Registrar of the ${issuer.registryName} certifies that` }]),
    subject(sheet, certificate.entityName),
    sentence(sheet, [
      {
        text: 'is entered in the register, has an active residency, has not been dissolved, and is ',
      },
      { text: 'in good standing', weight: 'bold' },
      { text: ' as of the instant stated below.' },
    ]),
    ...particulars(sheet, [
      { label: 'Type of entity', lines: [certificate.entityType] },
      {
        label: 'Resident permit number',
        lines: [certificate.residentPermitNumber],
        weight: 'bold',
      },
      ...(registrationDate === null
        ? []
        : [{ label: 'Registration date', lines: [formatUtcDay(registrationDate)] }]),
      {
        label: 'In good standing as of',
        lines: [formatInstant(issuedAt)],
        weight: 'bold' as const,
      },
    ]),
    remark(
      sheet,
      'This certificate states how the register stood at that instant. The page of its verification ' +
        'code tells whether it is genuine and whether the entity is in good standing today.',
    ),
  ]);
}

/** How to render each requestable kind. */
export const renderRequested: Readonly<
  Record<RequestableType, (certificate: RequestedCertificate) => Promise<Uint8Array>>
> = { certificate_of_good_standing: renderCertificateOfGoodStanding };
