import { changeRows } from '../../amendments/pages/amendment-parts.ts';
import type { ReferralReason } from '../../certificates/domain/certificate.ts';
import { particularRows } from '../../incorporation/pages/application-particulars.ts';
import { countryName } from '../../kernel/contracts/address.ts';
import { ageAt } from '../../kernel/domain/dates.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import {
  addressLines,
  definitionList,
  exact,
  instant,
  linesOf,
  notice,
} from '../../kernel/pages/text.ts';
import {
  type AccountParticulars,
  type ApplicantAccountStatus,
  type ComparedField,
  comparedFields,
} from '../../residency/domain/account-holder.ts';
import {
  type Applicant,
  applicantName,
  isFree,
} from '../../residency/domain/residency-application-state.ts';
import { identityRows } from '../../residency/pages/residency-particulars.ts';
import { appliedResidencyName } from '../../residency/pages/residency-texts.ts';
import { type FileView, fileLink } from './review-file.ts';
import { objectionsPart } from './review-objections.ts';
import {
  feeRow,
  identityOf,
  instantRow,
  optionalRow,
  part,
  personRows,
  referralRow,
  signatureOf,
  standingRows,
} from './review-rows.ts';
import type { AccountView, SubjectView } from './review-subject.ts';

type Shown<Type extends SubjectView['type']> = Extract<SubjectView, { readonly type: Type }>;

/** The facts that a reviewer needs about a case. */
export function reviewFacts(context: Localized, subject: SubjectView): Content {
  switch (subject.type) {
    case 'legal_entity_application':
      return ofApplication(context, subject);
    case 'amendment':
      return ofAmendment(context, subject);
    case 'certificate_request':
      return ofCertificate(context, subject);
    case 'residency_application':
      return ofResidency(context, subject);
  }
}

function ofApplication(
  context: Localized,
  { application, owner, invoice }: Shown<'legal_entity_application'>,
) {
  const { agreement, paidAt, submittedAt, referralCode } = application;
  return [
    part('The application', [
      ...particularRows(application),
      referralRow(referralCode),
      instantRow(context, 'Submitted', submittedAt),
    ]),
    part('The applicant', personRows(owner)),
    part('Agreement and fee', [
      [
        'Agreement of Coexistence',
        agreement === null ? 'Not signed' : signatureOf(context, agreement),
      ],
      feeRow(context, paidAt, invoice),
    ]),
  ];
}

function ofAmendment(
  context: Localized,
  { filing, objections, entity, standing, invoice }: Shown<'amendment'>,
) {
  const { signature, paidAt, submittedAt, previousValues, proposedChanges, verdict } = filing;
  return [
    objectionsPart(context, objections, verdict?.answer ?? null),
    part('Proposed changes', [
      ...changeRows({ previousValues, entity }, proposedChanges),
      instantRow(context, 'Submitted', submittedAt),
    ]),
    part('The legal entity', standingRows(entity, standing)),
    part('Signature and fee', [
      [
        'Signed by',
        signature === null
          ? 'Not signed'
          : [signature.signerName, html`<br>`, instant(signature.signedAt, context)],
      ],
      feeRow(context, paidAt, invoice),
    ]),
  ];
}

const referrals: Readonly<Record<ReferralReason, string>> = {
  contested: 'The legal entity says its taxes are paid',
  tax_unresolved: 'The tax status is not known',
  not_in_good_standing: 'The legal entity was not in good standing',
};

function ofCertificate(context: Localized, subject: Shown<'certificate_request'>) {
  const { request, entity, standing, requester, taxProof, invoice } = subject;
  const { referredFor, taxContestNote, paidAt } = request;
  return [
    part('The request', [
      referredFor === null ? null : ['Why it is reviewed', referrals[referredFor]],
      taxContestNote === null
        ? null
        : ['Explanation from the legal entity', linesOf(taxContestNote)],
      taxProof === null ? null : ['Proof of payment', fileLink(taxProof)],
      feeRow(context, paidAt, invoice),
    ]),
    part('The legal entity', standingRows(entity, standing)),
    part('Requested by', personRows(requester)),
  ];
}

function ofResidency(context: Localized, subject: Shown<'residency_application'>) {
  const { application, account, partnerName, objections, invoice } = subject;
  const { proofOfAddress } = subject;
  const { data, verification, agreement, paidAt, submittedAt, referralCode } = application;
  const { personalDetails: details, information, swornStatement, residencyType } = data;
  const free = isFree(residencyType);
  return [
    part('The application', [
      ['Residency applied for', html`<strong>${appliedResidencyName(residencyType)}</strong>`],
      optionalRow('Reason', information.residencyReason),
      optionalRow('How they heard about it', information.referralSource),
      optionalRow('Partner', partnerName),
      objections === 0 ? null : ['Objections to applications of this partner', `${objections}`],
      referralRow(referralCode),
      instantRow(context, 'Submitted', submittedAt),
    ]),
    part('The applicant', [
      ['Name', html`<strong>${applicantName(data)}</strong>`],
      submittedAt === null
        ? null
        : ['Age at submission', `${ageAt(details.dateOfBirth, submittedAt)}`],
      ...identityRows(details),
      ['Statement about other names', statement(details.alternateNamesAttestation, 'other names')],
      [
        'Statement about criminal record',
        statement(details.criminalBackgroundAttestation, 'their criminal record'),
      ],
    ]),
    account !== null && reviewedAccount(context, details, account),
    part('Documents, agreement and fee', [
      ['Identity', identityOf(context, verification)],
      ['Proof of address', proofOfAddress === null ? 'No file' : fileLink(proofOfAddress)],
      swornStatement === null ? null : ['Sworn statement signed by', swornStatement.signature],
      [
        'Agreement of Coexistence',
        agreement.acceptedAt === null
          ? 'Not signed'
          : [
              `Signed by ${agreement.signerName ?? 'an unknown person'}, ${agreement.version}`,
              html`<br>`,
              instant(agreement.acceptedAt, context),
            ],
      ],
      free ? ['Fee', 'No fee for this type of residency'] : feeRow(context, paidAt, invoice),
    ]),
  ];
}

/** The URLs of all files that the page of a case can show. */
export function framedFiles(
  subject: SubjectView,
  questions: readonly { readonly answer: { readonly file: FileView | null } | null }[],
): readonly string[] {
  const ofSubject =
    subject.type === 'certificate_request'
      ? subject.taxProof
      : subject.type === 'residency_application'
        ? subject.proofOfAddress
        : null;
  const files = [ofSubject, ...questions.map(({ answer }) => answer?.file)];
  return files.flatMap((file) => file?.url ?? []);
}

/** The contract's attestation as a reviewer sees it: the registry asks no question of its own. */
function statement(isConfirmed: boolean, about: string): string {
  return isConfirmed
    ? `Confirmed. In the partner’s form, the applicant confirmed what they state about ${about}.`
    : `Not confirmed. In the partner’s form, the applicant did not confirm a statement about ${about}. It is optional. If you need it, ask the applicant.`;
}

const sexes: Readonly<Record<Applicant['sex'], string>> = { male: 'Male', female: 'Female' };

const names: Readonly<Record<ComparedField, string>> = {
  givenName: 'Given name',
  surname: 'Surname',
  dateOfBirth: 'Date of birth',
  sex: 'Sex',
  countryOfBirth: 'Country of birth',
  citizenships: 'Citizenships',
  address: 'Address',
  phoneNumber: 'Telephone',
};

type Particulars = AccountParticulars | Pick<Applicant, ComparedField>;

/** The applicant's data, compared with the account that has their address, and the holder's answer. */
function reviewedAccount(context: Localized, applicant: Applicant, account: AccountView): Content {
  const { person, residencyActive, differences } = account;
  return [
    html`<h2 id="account">Account with this email address</h2>`,
    wordOf(context, account),
    definitionList([
      [
        'Resident permit number',
        person.residentPermitNumber === null ? 'None' : exact(person.residentPermitNumber),
      ],
      ['Residency', residencyActive ? 'Active' : 'Not active'],
      ['Differences', differences.map((field) => names[field]).join(', ') || 'None'],
    ]),
    html`<table class="beside" aria-labelledby="account">
<thead><tr><td></td><th scope="col">In the application</th><th scope="col">In the account</th></tr></thead>
<tbody>${comparedFields.map(
      (field) =>
        html`<tr><th scope="row">${names[field]}${
          differences.includes(field) && html`<br><strong>Different</strong>`
        }</th><td data-in="In the application">${particularOf(field, applicant)}</td><td data-in="In the account">${particularOf(field, person)}</td></tr>`,
    )}</tbody>
</table>`,
  ];
}

const words: Readonly<
  Record<
    Exclude<ApplicantAccountStatus, 'none' | 'confirmed'>,
    readonly ['info' | 'warning', string, string]
  >
> = {
  deactivated: [
    'warning',
    'The account is deactivated',
    'If you approve, the approval can’t take effect and the case returns to the queue.',
  ],
  unused: [
    'info',
    'No one has signed in to the account',
    'No one can confirm the application. If the name or date of birth is different, an approval can’t take effect and the case returns to the queue.',
  ],
  opened_with_application: [
    'info',
    'The applicant opened the account with the link from this application',
    'The registry has no other information about this account.',
  ],
  unconfirmed: [
    'warning',
    'The holder of the account has not confirmed the application',
    'Wait until they confirm. If you approve earlier, the approval can’t take effect: we ask them again and the case returns to the queue.',
  ],
};

function wordOf(context: Localized, { status, confirmedAt }: AccountView): Html | null {
  if (status === 'none') return null;
  if (status === 'confirmed') {
    return notice(
      'success',
      'The holder of the account has confirmed the application',
      html`<p>${confirmedAt !== null && [instant(confirmedAt, context), '. ']}Decide whether it is the same person.</p>`,
    );
  }
  const [kind, title, sentence] = words[status];
  return notice(kind, title, html`<p>${sentence}</p>`);
}

function particularOf(field: ComparedField, particulars: Particulars): Content {
  switch (field) {
    case 'citizenships':
      return particulars.citizenships.map((each) => countryName(each)).join(', ') || 'None given';
    case 'countryOfBirth':
      return particulars.countryOfBirth === null
        ? 'Not known'
        : countryName(particulars.countryOfBirth);
    case 'dateOfBirth':
      return particulars.dateOfBirth === null ? 'Not known' : formatDay(particulars.dateOfBirth);
    case 'sex':
      return particulars.sex === null ? 'Not known' : sexes[particulars.sex];
    case 'address':
      return particulars.address === null ? 'Not known' : addressLines(particulars.address);
    default:
      return particulars[field] === '' ? 'None given' : (particulars[field] ?? 'Not known');
  }
}
