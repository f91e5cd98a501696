import { countryName } from '../../kernel/contracts/country-name.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { html } from '../../kernel/pages/html.ts';
import type { Row } from '../../kernel/pages/text.ts';
import type { Applicant, ResidencyApplicationData } from '../domain/residency-application-state.ts';
import { appliedResidencyNames } from './residency-words.ts';

/** Who applies for what. */
export function residencySummary({
  personalDetails: { givenName, surname },
  residencyType,
}: ResidencyApplicationData): readonly Row[] {
  return [
    ['Applicant', html`<strong>${givenName} ${surname}</strong>`],
    ['Residency applied for', appliedResidencyNames[residencyType]],
  ];
}

/** All that an applicant declares to be true and complete by signing. */
export function residencyParticulars(data: ResidencyApplicationData): readonly (Row | null)[] {
  const { personalDetails: details, information, proofOfAddressUploadId, swornStatement } = data;
  return [
    ...residencySummary(data),
    ...applicantRows(details),
    optional('Reason', information.residencyReason),
    optional('Heard of it from', information.referralSource),
    ['Proof of address', proofOfAddressUploadId === null ? 'No file' : 'A file was uploaded'],
    swornStatement === null ? null : ['Sworn statement on the address', 'Given'],
  ];
}

/** What an applicant says of themselves, besides the name. */
export function applicantRows(details: Applicant): readonly Row[] {
  return [
    ['E-mail address', details.email],
    ['Telephone', details.phoneNumber],
    ['Born', [details.dateOfBirth, ', ', countryName(details.countryOfBirth)]],
    ['Sex', details.sex],
    ['Citizenships', details.citizenships.map((each) => countryName(each)).join(', ') || 'None'],
    ['Address', addressLines(details.address)],
    ['Other names', details.alternateNames ?? 'None given'],
    ['Attestation on other names', givenOrNot(details.alternateNamesAttestation)],
    ['Attestation on the criminal background', givenOrNot(details.criminalBackgroundAttestation)],
  ];
}

function givenOrNot(attestation: boolean): string {
  return attestation ? 'Given' : 'Not given';
}

function optional(term: string, description: string | null): Row | null {
  return description === null ? null : [term, description];
}
