import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import { button, buttons, form, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, inEnglish, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer, viewerName } from '../../kernel/pages/portal-layout.ts';
import {
  addressLines,
  dataTable,
  definitionList,
  exact,
  notice,
  tag,
} from '../../kernel/pages/text.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';

/** A person and how to contact them. */
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

/** An email that can be sent again. */
export interface MailView {
  /** Identifies the email in the page's form. */
  readonly key: string;
  readonly template: Mail['template'];
  /** The name of its subject; empty if that is the person. */
  readonly about: string;
}

const section = '/portal/reviews/people';

/** Search results for staff who want to contact someone. */
export function peoplePage(
  context: PageContext,
  viewer: Viewer,
  { sought, people }: { readonly sought: string; readonly people: readonly Reached[] },
): Html {
  return portalLayout(inEnglish(context), viewer, { title: 'People', section }, [
    queryForm(href(context, section), 'Find a person', [
      textField({
        name: 'q',
        label: 'Find a person',
        hint: 'A full email address, a permit number, or the first letters of names',
        value: sought,
        required: false,
        maxlength: 200,
        autocomplete: 'off',
      }),
      buttons(button({ label: 'Find', kind: 'secondary' })),
    ]),
    sought !== '' &&
      (people.length === 0
        ? html`<p>No people found.</p>`
        : definitionList(
            people.map((person) => [
              html`<a href="${href(context, `${section}/${person.id}`)}">${viewerName(person)}</a>`,
              [
                person.residentPermitNumber === null
                  ? 'No permit number'
                  : exact(person.residentPermitNumber),
                person.status === 'deactivated' && [' ', tag('Deactivated', 'bad')],
              ],
            ]),
          )),
    people.length >= 20 &&
      html`<p class="fine">Only the newest people are shown. Type more to narrow the search.</p>`,
  ]);
}

export interface Contact {
  readonly person: Reached;
  /** Why the address gets no email, or only some. Null if it gets all. */
  readonly held: 'all' | 'unrequested' | null;
  readonly mails: readonly MailView[];
  /** Whether the viewer may send them again; an auditor may only view. */
  readonly canResend: boolean;
  /** The result of sending an email again. */
  readonly outcome?: 'sent' | 'already_sent' | 'deactivated' | undefined;
}

/** How to contact a person, and the emails that can be sent to them again. */
export function contactPage(context: PageContext, viewer: Viewer, contact: Contact): Html {
  const { person, held, mails, canResend, outcome } = contact;
  const name = viewerName(person);
  return portalLayout(inEnglish(context), viewer, { title: name, kicker: 'People', section }, [
    outcome !== undefined && outcomes[outcome],
    held !== null &&
      notice(
        'warning',
        held === 'all'
          ? 'We can’t email this address'
          : 'We only send this address emails that its owner asks for',
        html`<p>An email bounced, or the recipient marked one as spam. An operator can remove the block: <span class="exact">npm run admin -- mail unsuppress</span>.</p>`,
      ),
    definitionList([
      ['Email', `${person.email}${person.emailVerified ? '' : ' (not confirmed)'}`],
      person.phoneNumber === null ? null : ['Telephone', person.phoneNumber],
      person.address === null ? null : ['Address', addressLines(person.address)],
      person.residentPermitNumber === null
        ? null
        : ['Permit number', exact(person.residentPermitNumber)],
      ['Account', person.status === 'active' ? 'Active' : 'Deactivated'],
    ]),
    html`<h2>Emails</h2>`,
    mails.length === 0
      ? html`<p>No emails can be resent.</p>`
      : dataTable(
          ['Email', 'About', ...(canResend ? ['Resend'] : [])],
          mails.map((mail) => mailRow(viewer, mail, canResend)),
        ),
    html`<p class="fine after">Sign-in codes can’t be resent: the person asks for a new one when they sign in. A resent email uses the current details and goes to the address above. You can resend each email once an hour.</p>`,
    canResend &&
      person.status === 'active' &&
      html`<p>Can they no longer read this mailbox? <a href="${href(context, `/portal/mailboxes/new?person=${person.id}`)}">Open a lost mailbox case.</a></p>`,
    html`<p class="after"><a href="${href(context, section)}">Find another person</a></p>`,
  ]);
}

function mailRow({ csrfToken }: Viewer, mail: MailView, canResend: boolean) {
  const { key, template, about } = mail;
  const label = mailText(template);
  const resend =
    canResend &&
    form({ csrfToken }, [
      html`<input type="hidden" name="mail" value="${key}">`,
      html`<button class="button secondary" type="submit">Resend<span class="unseen">: ${label}${about !== '' && `: ${about}`}</span></button>`,
    ]);
  return [label, about === '' ? null : about, ...(canResend ? [resend] : [])] as const;
}

const words: Readonly<Partial<Record<Mail['template'], string>>> = {
  signature_link: 'Link to sign an application',
  agreement_signed: 'Copy of the signed agreement',
  application_approved: 'Application approved',
  application_rejected: 'Application rejected',
  information_requested: 'Question to the applicant',
  certificate_issued: 'Certificate issued',
  certificate_rejected: 'Certificate refused',
  residency_approved: 'Residency granted',
  manifestation_signed: 'Copy of the Manifestation of Will',
};

function mailText(template: Mail['template']): string {
  return words[template] ?? template;
}

const outcomes = {
  sent: notice('success', 'Email sent', html`<p>It should arrive within a few minutes.</p>`),
  already_sent: notice(
    'info',
    'This email was already sent in the last hour',
    html`<p>It was not sent again. Ask the person to check their spam folder.</p>`,
  ),
  deactivated: notice('warning', 'Email not sent', html`<p>The account is deactivated.</p>`),
} as const;
