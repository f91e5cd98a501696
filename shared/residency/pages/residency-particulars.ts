import { countryName } from '../../kernel/contracts/address.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { html } from '../../kernel/pages/html.ts';
import { addressLines, type Row } from '../../kernel/pages/text.ts';
import {
  type Applicant,
  applicantName,
  type ResidencyApplicationData,
} from '../domain/residency-application-state.ts';
import { residencyParticularsTexts } from '../texts/index.ts';
import { appliedResidencyName } from './residency-texts.ts';

const textsFor = byLocale(residencyParticularsTexts);

/** The applicant and the residency applied for. */
export function residencySummary(
  data: ResidencyApplicationData,
  context: Localized = {},
): readonly Row[] {
  const texts = textsFor(context);
  return [
    [texts.applicant, html`<strong>${applicantName(data)}</strong>`],
    [texts.appliedFor, appliedResidencyName(data.residencyType, context)],
  ];
}

/** Everything that an applicant declares to be true and complete by signing. */
export function residencyParticulars(
  data: ResidencyApplicationData,
  context: Localized = {},
): readonly (Row | null)[] {
  const { personalDetails: details, information, proofOfAddressUploadId, swornStatement } = data;
  const texts = textsFor(context);
  const confirmedOrNot = (attestation: boolean) =>
    attestation ? texts.confirmed : texts.notConfirmed;
  return [
    ...residencySummary(data, context),
    ...identityRows(details, context),
    [texts.onNames, confirmedOrNot(details.alternateNamesAttestation)],
    [texts.onBackground, confirmedOrNot(details.criminalBackgroundAttestation)],
    optional(texts.reason, information.residencyReason),
    optional(texts.heard, information.referralSource),
    [texts.proof, proofOfAddressUploadId === null ? texts.noFile : texts.uploaded],
    swornStatement === null ? null : [texts.sworn, texts.given],
  ];
}

/** The applicant's identity, except the name and their attestations. */
export function identityRows(details: Applicant, context: Localized = {}): readonly Row[] {
  const { locale } = context;
  const texts = textsFor(context);
  const citizenships = details.citizenships.map((each) => countryName(each, locale));
  return [
    [texts.email, details.email],
    [texts.telephone, details.phoneNumber],
    [
      texts.born,
      [formatDay(details.dateOfBirth, locale), ', ', countryName(details.countryOfBirth, locale)],
    ],
    [texts.sex, texts.sexes[details.sex]],
    [texts.citizenships, citizenships.join(', ') || texts.none],
    [texts.address, addressLines(details.address, context)],
    [texts.otherNames, details.alternateNames ?? texts.noneGiven],
  ];
}

function optional(term: string, description: string | null): Row | null {
  return description === null ? null : [term, description];
}
