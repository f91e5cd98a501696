import { type CompanyName, entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { entityTypeInWords } from '../../kernel/pages/entity-type-words.ts';
import { fileField } from '../../kernel/pages/file-field.ts';
import {
  button,
  csrfField,
  type FieldErrors,
  formHead,
  textArea,
} from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { definitionList, money, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { Eligibility, StandingFacts } from '../../registry/domain/good-standing.ts';
import { type RequestableType, requestableKinds } from '../domain/certificate-type.ts';
import { newCertificatePageTexts } from '../texts/index.ts';
import { certificateTitle } from './certificate-status.ts';

const say = words(newCertificatePageTexts);

export interface NewCertificate {
  readonly type: RequestableType;
  readonly entity: CompanyName & StandingFacts;
  readonly fee: { readonly amountCents: number; readonly currency: string };
  readonly formId: string;
  readonly now: string;
  /** As last submitted. */
  readonly note?: string;
  readonly errors?: FieldErrors;
}

/** Whether an entity can have the certificate, and why not; with the form, including evidence if taxes are overdue. */
export function newCertificatePage(site: Site, reader: Reader, shown: NewCertificate): Html {
  const { type, entity, errors = {} } = shown;
  const said = say(site);
  const { eligible } = eligibilityFor(shown);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(said.title(certificateTitle(type, site)), errors, site),
      kicker: fullName(entity),
      place: '/portal/legal-entities',
    },
    [
      outcome(site, shown),
      html`<h2>${said.looked}</h2>`,
      facts(site, shown, eligible),
      eligible && requestForm(site, reader.csrfToken, shown),
    ],
  );
}

function eligibilityFor({ type, entity, now }: NewCertificate): Eligibility {
  return requestableKinds[type].eligibility(entity, now);
}

function outcome(site: Site, shown: NewCertificate): Html {
  const said = say(site);
  const { reason, taxCompliant } = eligibilityFor(shown);
  if (reason !== null) {
    const text = reason === 'not_eligible_entity_type' ? said.wrongType : said.notActive;
    return notice('warning', said.impossible, html`<p>${text}</p>`);
  }
  if (taxCompliant === false) {
    return notice('warning', said.contestable, html`<p>${said.overdue}</p>`);
  }
  const text = taxCompliant === true ? said.issuedImmediately : said.unknown;
  return notice('success', said.possible, html`<p>${text}</p>`);
}

function facts(site: Site, { entity, fee, now }: NewCertificate, eligible: boolean): Html {
  const said = say(site);
  const { dissolutionDate, residency, taxState } = entity;
  const day = (at: string) => dayInWords(at, site.locale);
  const { terminationDate } = residency;
  const taxes = { current: said.paid, overdue: said.late, unknown: said.notKnown } as const;
  const gone = dissolutionDate !== null && dissolutionDate <= now;
  const standing = terminationDate === null ? said.active : said.until(day(terminationDate));
  return definitionList([
    [said.type, entityTypeInWords(entityType(entity.optionId), site)],
    [said.residency, gone ? said.dissolved(day(dissolutionDate)) : standing],
    [said.taxes, taxes[taxState]],
    eligible ? [said.fee, money(fee)] : null,
  ]);
}

function requestForm(site: Site, csrfToken: string, shown: NewCertificate): Html {
  const said = say(site);
  const { formId } = shown;
  const contested = eligibilityFor(shown).taxCompliant === false;
  return html`<form method="post" enctype="multipart/form-data" novalidate>
<input type="hidden" name="${csrfField}" value="${csrfToken}">
<input type="hidden" name="formId" value="${formId}">
${contested && contestFields(site, shown)}
${button({ label: said.request })}
</form>`;
}

function contestFields(site: Site, { note = '', errors = {} }: NewCertificate): Content {
  const said = say(site);
  return [
    html`<h2>${said.contest}</h2>`,
    textArea({
      name: 'note',
      label: said.note,
      hint: said.noteHint,
      value: note,
      error: errors['note'],
    }),
    fileField({
      name: 'proof',
      label: said.proof,
      hint: said.proofHint,
      accept: 'application/pdf,image/jpeg,image/png',
      error: errors['proof'],
    }),
  ];
}
