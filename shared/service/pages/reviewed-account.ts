import { countryName } from '../../kernel/contracts/address.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { addressLines, definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import {
  type AccountParticulars,
  type ApplicantAccountStatus,
  type ComparedField,
  comparedFields,
} from '../../residency/domain/account-holder.ts';
import type { Applicant } from '../../residency/domain/residency-application-state.ts';
import type { ShownAccount } from './review-subject.ts';

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
export function reviewedAccount(
  context: Localized,
  applicant: Applicant,
  account: ShownAccount,
): Content {
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

function wordOf(context: Localized, { status, confirmedAt }: ShownAccount): Html | null {
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
      return particulars.dateOfBirth === null ? 'Not known' : dayInWords(particulars.dateOfBirth);
    case 'sex':
      return particulars.sex === null ? 'Not known' : sexes[particulars.sex];
    case 'address':
      return particulars.address === null ? 'Not known' : addressLines(particulars.address);
    default:
      return particulars[field] === '' ? 'None given' : (particulars[field] ?? 'Not known');
  }
}
