import { ageAt } from '../../kernel/domain/dates.ts';
import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact, instant, notice, type Row } from '../../kernel/pages/text.ts';
import {
  isActive,
  type ResidencyPeriod,
  type ResidencyType,
} from '../../people/domain/residency.ts';
import { residencyTypeName } from '../../people/pages/residency-type.ts';
import type { ProofField } from '../domain/proof.ts';
import { shownProofPageTexts } from '../texts/index.ts';
import { termText } from './residency-card.ts';

const textsFor = byLocale(shownProofPageTexts);

/** The holder's details that a proof can show. */
interface HolderView {
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly residentPermitNumber: string | null;
  readonly dateOfBirth: string | null;
  readonly residency: (ResidencyPeriod & { readonly residencyType: ResidencyType }) | null;
}

export interface ProofView {
  readonly fields: readonly ProofField[];
  readonly expiresAt: string;
  readonly person: HolderView;
  readonly entities: readonly (CompanyName & { readonly residentPermitNumber: string })[];
  readonly now: string;
}

/** A holder's details for anyone who has the code. */
export function shownProofPage(context: PageContext, view: ProofView): Html {
  const { fields, expiresAt, person, now } = view;
  const texts = textsFor(context);
  const resident = person.residency !== null && isActive(person.residency, now);
  return layout(context, { title: texts.title, kicker: texts.kicker }, [
    html`<p class="lead">${texts.lead}</p>`,
    fields.includes('residency') &&
      notice(
        resident ? 'success' : 'warning',
        resident ? texts.resident : texts.notResident,
        html`<p>${texts.asOf}${instant(now, context)}.</p>`,
      ),
    definitionList([
      ...fields.flatMap((field) => rowsOf(field, view, context)),
      [texts.until, instant(expiresAt, context)],
    ]),
    html`<p class="fine">${texts.compare}</p>`,
  ]);
}

/** The same for an unknown code and for an expired or revoked proof. */
export function noProofPage(context: PageContext): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.gone, kicker: texts.kicker }, [
    html`<p class="lead">${texts.goneLead}</p>`,
    codeForm(context),
  ]);
}

/** The form for a code. */
export function enterProofPage(context: PageContext): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.enter, kicker: texts.kicker }, [
    html`<p class="lead">${texts.enterLead}</p>`,
    codeForm(context),
  ]);
}

function codeForm(context: PageContext): Html {
  const texts = textsFor(context);
  return queryForm(href(context, '/proofs'), texts.enter, [
    textField({
      name: 'code',
      label: texts.code,
      maxlength: 200,
      autocomplete: 'off',
      spellcheck: false,
    }),
    buttons(button({ label: texts.check })),
  ]);
}

function rowsOf(field: ProofField, view: ProofView, context: PageContext): readonly Row[] {
  const { person, entities, now } = view;
  const { residency, dateOfBirth } = person;
  const texts = textsFor(context);
  const known = (text: Content | null): Content => text ?? texts.unknown;
  switch (field) {
    case 'name': {
      const name = personName(person);
      return [[texts.name, name === null ? texts.unknown : html`<strong>${name}</strong>`]];
    }
    case 'permitNumber': {
      const number = person.residentPermitNumber;
      return [[texts.permitNumber, known(number && exact(number))]];
    }
    case 'residency':
      return residency === null
        ? [[texts.residency, texts.unknown]]
        : [
            [texts.residency, residencyTypeName(residency.residencyType, context)],
            [texts.term, termText(residency, now, context)],
          ];
    case 'over18':
      return [
        [
          texts.over18,
          known(dateOfBirth && (ageAt(dateOfBirth, now) >= 18 ? texts.yes : texts.no)),
        ],
      ];
    case 'dateOfBirth':
      return [[texts.dateOfBirth, known(dateOfBirth && formatDay(dateOfBirth, context.locale))]];
    case 'entities':
      return [
        [
          texts.entities,
          entities.length === 0
            ? texts.noEntities
            : html`<ul class="plain">${entities.map((entity) => html`<li>${fullName(entity)} ${exact(entity.residentPermitNumber)}</li>`)}</ul>`,
        ],
      ];
  }
}
