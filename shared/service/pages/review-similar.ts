import { countryName } from '../../kernel/contracts/address.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact } from '../../kernel/pages/text.ts';
import type { SamePersonReason, SimilarPerson } from '../../people/domain/same-person.ts';
import type {
  SimilarityReason,
  SimilarName,
  SimilarStatus,
} from '../../registry/domain/similar-names.ts';

const who: Readonly<Record<SimilarStatus, string>> = {
  registered: 'Registered legal entity',
  reserved: 'Reserved by operators',
  pending: 'In another application',
};

const why: Readonly<Record<SimilarityReason, string>> = {
  same_name: 'same name',
  looks_alike: 'looks alike',
  same_words: 'same words',
  similar_spelling: 'similar spelling',
  similar_sound: 'sounds alike',
};

/** Names similar to the proposed one. Null if there are none. */
export function similarPart(similar: readonly SimilarName[] | null): Html | null {
  if (similar?.length === 0) return null;
  return html`<h2 id="similar-names">Similar names</h2>
${
  similar === null
    ? html`<p>Similar names could not be loaded. Reload the page to see them.</p>`
    : definitionList(
        similar.map(({ name, extension, status, reasons }) => [
          who[status],
          [
            [name, extension].filter(Boolean).join(' '),
            html`<br><span class="fine">${reasons.map((reason) => why[reason]).join(', ')}</span>`,
          ],
        ]),
      )
}`;
}

const whySame: Readonly<Record<SamePersonReason, string>> = {
  same_name: 'same name',
  similar_name: 'similar name',
  same_citizenship: 'same citizenship',
};

/** People with a permit number who may be the applicant. Null if there are none. */
export function similarPeoplePart(
  context: PageContext,
  similar: readonly SimilarPerson[],
): Html | null {
  if (similar.length === 0) return null;
  return html`<h2 id="similar-people">People who may be the same</h2>
<p>Each of these people already has a permit number. Compare them with the applicant before you approve. A person can have only one permit number.</p>
${definitionList(
  similar.map(({ person, reasons }) => [
    html`<a href="${href(context, `/portal/reviews/people/${person.id}`)}">${personName(person) ?? 'No name'}</a>`,
    [
      html`Resident permit number ${exact(person.residentPermitNumber ?? '')}, born ${person.dateOfBirth === null ? 'on an unknown day' : formatDay(person.dateOfBirth)}, ${person.citizenships.map((each) => countryName(each)).join(', ') || 'no citizenship given'}`,
      html`<br><span class="fine">${['same date of birth', ...reasons.map((reason) => whySame[reason])].join(', ')}</span>`,
    ],
  ]),
)}`;
}
