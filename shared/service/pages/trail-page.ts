import { button, buttons, queryForm, textField } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { exact, instant } from '../../kernel/pages/text.ts';
import type { AuditEntry } from '../../platform/domain/audit-entry.ts';

const place = '/portal/reviews/audit';

/** What the trail is narrowed to; absent: all. */
interface ChosenTrail {
  readonly subject?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
}

export interface TrailView {
  readonly chosen: ChosenTrail;
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /** Where the list goes on; null at its end. */
  readonly nextCursor: string | null;
}

/** The audit trail, for those who look and decide nothing. */
export function trailPage(site: Site, reader: Reader, view: TrailView): Html {
  const { chosen, entries, nextCursor } = view;
  return portalLayout(inEnglish(site), reader, { title: 'Audit trail', place }, [
    queryForm(href(site, place), 'Filter entries', [
      filter(
        'subject',
        'Subject',
        'The ID of a person, a case, an entity or another record',
        chosen.subject,
      ),
      filter('actor', 'Done by', 'The ID of a person or a key, or an IAM principal', chosen.actor),
      filter(
        'action',
        'Action',
        'The full name of the action, such as review.decided',
        chosen.action,
      ),
      buttons(button({ label: 'Show', kind: 'secondary' })),
    ]),
    entries.length === 0 && html`<p>No entries match these filters.</p>`,
    entries.map((entry) => entryPart(site, entry)),
    nextCursor !== null &&
      html`<p class="after"><a href="${trailPath(site, { ...chosen, after: nextCursor })}">Earlier entries</a></p>`,
  ]);
}

function filter(name: string, label: string, hint: string, value = ''): Html {
  return textField({
    name,
    label,
    hint,
    value,
    required: false,
    maxlength: 200,
    autocomplete: 'off',
  });
}

function entryPart(site: Site, { at, action, actor, subject, outcome, details }: AuditEntry): Html {
  // The table keeps a map without its order.
  const facts = Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .toSorted();
  return html`<h2>${action}</h2>
<dl><div><dt>When</dt><dd>${instant(at)}${outcome === 'refused' && ' – refused'}</dd></div>
<div><dt>By</dt><dd>${actor.id === null ? actor.kind : [`${actor.kind} `, narrowed(site, { actor: actor.id }, actor.id)]}${
    actor.personId !== null &&
    actor.personId !== actor.id && [
      ' of ',
      narrowed(site, { actor: actor.personId }, actor.personId),
    ]
  }</dd></div>
${subject !== null && html`<div><dt>Subject</dt><dd>${subject.type} ${subject.type === 'voucher' ? masked(subject.id) : narrowed(site, { subject: subject.id }, subject.id)}</dd></div>`}
${facts.length > 0 && html`<div><dt>Details</dt><dd>${facts.map((fact, index) => [index > 0 && html`<br>`, fact])}</dd></div>`}</dl>`;
}

/** The id of a voucher is its code, which is money to whoever reads it. */
function masked(code: string): Content {
  return exact(`…${code.slice(-4)}`);
}

/** An id, with the way to all that is known of it. */
function narrowed(site: Site, chosen: ChosenTrail, id: string): Content {
  return html`<a href="${trailPath(site, chosen)}">${exact(id)}</a>`;
}

function trailPath(site: Site, chosen: ChosenTrail & { readonly after?: string }): string {
  const given = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '');
  return href(site, `${place}?${new URLSearchParams(given as [string, string][])}`);
}
