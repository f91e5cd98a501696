import { countryName } from '../../kernel/contracts/address.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { html } from '../../kernel/pages/html.ts';
import { addressLines, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import {
  type Applicant,
  applicantName,
  type ResidencyApplicationData,
} from '../domain/residency-application-state.ts';
import { residencyParticularsTexts } from '../texts/index.ts';
import { appliedResidencyName } from './residency-words.ts';

const say = words(residencyParticularsTexts);

/** The applicant and the residency applied for. */
export function residencySummary(
  data: ResidencyApplicationData,
  reader: Spoken = {},
): readonly Row[] {
  const said = say(reader);
  return [
    [said.applicant, html`<strong>${applicantName(data)}</strong>`],
    [said.appliedFor, appliedResidencyName(data.residencyType, reader)],
  ];
}

/** Everything that an applicant declares to be true and complete by signing. */
export function residencyParticulars(
  data: ResidencyApplicationData,
  reader: Spoken = {},
): readonly (Row | null)[] {
  const { personalDetails: details, information, proofOfAddressUploadId, swornStatement } = data;
  const said = say(reader);
  const confirmedOrNot = (attestation: boolean) =>
    attestation ? said.confirmed : said.notConfirmed;
  return [
    ...residencySummary(data, reader),
    ...identityRows(details, reader),
    [said.onNames, confirmedOrNot(details.alternateNamesAttestation)],
    [said.onBackground, confirmedOrNot(details.criminalBackgroundAttestation)],
    optional(said.reason, information.residencyReason),
    optional(said.heard, information.referralSource),
    [said.proof, proofOfAddressUploadId === null ? said.noFile : said.uploaded],
    swornStatement === null ? null : [said.sworn, said.given],
  ];
}

/** The applicant's identity, except the name and their attestations. */
export function identityRows(details: Applicant, reader: Spoken = {}): readonly Row[] {
  const { locale } = reader;
  const said = say(reader);
  const citizenships = details.citizenships.map((each) => countryName(each, locale));
  return [
    [said.email, details.email],
    [said.telephone, details.phoneNumber],
    [
      said.born,
      [dayInWords(details.dateOfBirth, locale), ', ', countryName(details.countryOfBirth, locale)],
    ],
    [said.sex, said.sexes[details.sex]],
    [said.citizenships, citizenships.join(', ') || said.none],
    [said.address, addressLines(details.address, reader)],
    [said.otherNames, details.alternateNames ?? said.noneGiven],
  ];
}

function optional(term: string, description: string | null): Row | null {
  return description === null ? null : [term, description];
}
