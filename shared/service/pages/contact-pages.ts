import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { addressLines } from '../../kernel/pages/address-lines.ts';
import { button, buttons, form, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader, readerName } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, notice } from '../../kernel/pages/text.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';

/** Somebody, as far as it takes to reach them. */
export interface Reached {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly givenName: string | null;
  readonly surname: string | null;
  readonly phoneNumber: string | null;
  readonly address: PostalAddress | null;
  readonly residentPermitNumber: string | null;
  readonly status: 'active' | 'deactivated';
}

/** A mail that can be sent again. */
export interface ShownMail {
  /** By which the page's form names it. */
  readonly key: string;
  readonly template: Mail['template'];
  /** The name of what it is about; empty where that is the person. */
  readonly about: string;
}

const place = '/portal/reviews/people';

/** People whom somebody of the staff has looked for, to reach them. */
export function peoplePage(
  site: Site,
  reader: Reader,
  { sought, people }: { readonly sought: string; readonly people: readonly Reached[] },
): Html {
  return portalLayout(inEnglish(site), reader, { title: 'People', place }, [
    queryForm(href(site, place), 'Find a person', [
      textField({
        name: 'q',
        label: 'Find a person',
        hint: 'A whole e-mail address, a permit number, or beginnings of names',
        value: sought,
        required: false,
        maxlength: 200,
        autocomplete: 'off',
      }),
      buttons(button({ label: 'Find', kind: 'secondary' })),
    ]),
    sought !== '' &&
      (people.length === 0
        ? html`<p>Nobody is found by that.</p>`
        : definitionList(
            people.map((person) => [
              person.residentPermitNumber ?? 'No permit number',
              html`<a href="${href(site, `${place}/${person.id}`)}">${readerName(person)}</a>${person.status === 'deactivated' && ' (deactivated)'}`,
            ]),
          )),
    people.length >= 20 &&
      html`<p class="fine">These are the newest. Type more to find others.</p>`,
  ]);
}

export interface Contact {
  readonly person: Reached;
  /** Why the address gets no mail, or not all of it; null: it gets all. */
  readonly held: 'all' | 'unasked' | null;
  readonly mails: readonly ShownMail[];
  /** The reader may send them again; an auditor looks. */
  readonly canResend: boolean;
  /** What was just sent again, or why it was not. */
  readonly outcome?: 'sent' | 'sent_before' | 'deactivated' | undefined;
}

/** How a person is reached, and the mails that can be sent to them again. */
export function contactPage(site: Site, reader: Reader, contact: Contact): Html {
  const { person, held, mails, canResend, outcome } = contact;
  const name = readerName(person);
  return portalLayout(inEnglish(site), reader, { title: name, kicker: 'People', place }, [
    outcome !== undefined && outcomes[outcome],
    held !== null &&
      notice(
        'warning',
        held === 'all'
          ? 'This address gets no mail'
          : 'This address gets only mail that was asked for',
        html`<p>Mail to it came back, or its reader complained. An operator lifts it: <span class="exact">npm run admin -- mail unsuppress</span>.</p>`,
      ),
    definitionList([
      ['E-mail', `${person.email}${person.emailVerified ? '' : ' (never confirmed)'}`],
      person.phoneNumber === null ? null : ['Telephone', person.phoneNumber],
      person.address === null ? null : ['Address', addressLines(person.address)],
      person.residentPermitNumber === null
        ? null
        : ['Permit number', exact(person.residentPermitNumber)],
      ['Account', person.status === 'active' ? 'Active' : 'Deactivated'],
    ]),
    html`<h2>Mails</h2>`,
    mails.length === 0
      ? html`<p>There is none that can be sent again.</p>`
      : mails.map((mail) => resendForm(reader, mail, canResend)),
    html`<p class="fine after">A code to sign in is none of these: they ask for a new one themselves. A mail is written as things are now, and goes to the address above, once an hour.</p>`,
    canResend &&
      person.status === 'active' &&
      html`<p>They can’t read this mailbox any more? <a href="${href(site, `/portal/mailboxes/new?person=${person.id}`)}">Open a case of a lost mailbox.</a></p>`,
    html`<p class="after"><a href="${href(site, place)}">Find somebody else</a></p>`,
  ]);
}

function resendForm({ csrfToken }: Reader, mail: ShownMail, canResend: boolean): Html {
  const { key, template, about } = mail;
  const label = about === '' ? mailWords(template) : `${mailWords(template)}: ${about}`;
  if (!canResend) return html`<p>${label}</p>`;
  return form({ csrfToken }, [
    html`<input type="hidden" name="mail" value="${key}">`,
    html`<p>${label}</p>`,
    buttons(
      html`<button class="button secondary" type="submit">Send again<span class="unseen">: ${label}</span></button>`,
    ),
  ]);
}

const words: Readonly<Partial<Record<Mail['template'], string>>> = {
  signature_link: 'The link to sign an application',
  agreement_signed: 'The copy of what was signed',
  application_approved: 'That an application was approved',
  application_rejected: 'That an application was rejected',
  information_requested: 'A question to the applicant',
  certificate_issued: 'That a certificate was issued',
  certificate_rejected: 'That a certificate was refused',
  residency_approved: 'That the residency was granted',
  manifestation_signed: 'The copy of the Manifestation of Will',
};

function mailWords(template: Mail['template']): string {
  return words[template] ?? template;
}

const outcomes = {
  sent: notice('success', 'It is on its way', html`<p>It arrives within minutes.</p>`),
  sent_before: notice(
    'info',
    'It was sent within this hour',
    html`<p>Nothing was sent now. Ask them to look among unwanted mail.</p>`,
  ),
  deactivated: notice('warning', 'Nothing was sent', html`<p>The account was deactivated.</p>`),
} as const;
