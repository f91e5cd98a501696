import { byLocale } from '../../kernel/pages/by-locale.ts';
import { button, buttons, form, textArea } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import { verifyCredentialPageTexts } from '../texts/index.ts';

/** The page's data about a credential: see `Presentation` of `check-presentation`. */
export type PresentationView =
  | { readonly kind: 'unreadable' | 'altered' }
  | { readonly kind: 'foreign'; readonly issuer: string | null }
  | ShownCredential;

interface ShownCredential {
  readonly kind: 'ours';
  readonly status: 'valid' | 'revoked' | 'expired' | 'not_yet_valid';
  readonly issuer: string;
  readonly type: string;
  readonly issuedAt: string | null;
  readonly expiresAt: string | null;
  readonly binding:
    | { readonly kind: 'none' | 'broken' }
    | { readonly kind: 'holds'; readonly audience: string | null; readonly at: string | null };
  readonly claims: readonly (readonly [name: string, value: unknown])[];
}

const textsFor = byLocale(verifyCredentialPageTexts);

interface Sending {
  readonly csrfToken: string;
}

/** Asks for the text of a credential. */
export function enterCredentialPage(context: PageContext, { csrfToken }: Sending): Html {
  const texts = textsFor(context);
  return layout(context, { title: texts.title, kicker: texts.kicker }, [
    html`<p class="lead">${texts.lead}</p>`,
    entryForm(context, csrfToken),
  ]);
}

/** The result of a credential's verification. The page does not repeat the pasted text. */
export function verifiedCredentialPage(
  context: PageContext,
  view: PresentationView,
  { csrfToken, now }: Sending & { readonly now: string },
): Html {
  const texts = textsFor(context);
  const title = titleOf(context, view);
  return layout(context, { title, heading: texts.title, kicker: texts.kicker }, [
    view.kind === 'ours' ? credential(context, view, now) : other(context, view),
    html`<h2>${texts.again}</h2>`,
    entryForm(context, csrfToken),
  ]);
}

function titleOf(context: PageContext, view: PresentationView): string {
  const texts = textsFor(context);
  if (view.kind === 'ours') return texts.standings[view.status].title;
  return view.kind === 'foreign' ? texts.foreign : texts.refusals[view.kind].title;
}

function entryForm(context: PageContext, csrfToken: string): Html {
  const texts = textsFor(context);
  return form({ csrfToken, action: href(context, '/credentials/verify') }, [
    textArea({ name: 'credential', label: texts.field, hint: texts.hint, rows: 8 }),
    buttons(button({ label: texts.verify })),
  ]);
}

function other(context: PageContext, view: Exclude<PresentationView, ShownCredential>): Content {
  const texts = textsFor(context);
  if (view.kind !== 'foreign') {
    const { title, text } = texts.refusals[view.kind];
    return notice('warning', title, html`<p>${text}</p>`);
  }
  const issuer = view.issuer === null ? texts.nobody : exact(view.issuer);
  return notice('warning', texts.foreign, html`<p>${texts.foreignText} ${issuer}</p>`);
}

function credential(context: PageContext, view: ShownCredential, now: string): readonly Content[] {
  const texts = textsFor(context);
  const { status, binding, claims, issuer, type, issuedAt, expiresAt } = view;
  const holds = binding.kind === 'holds';
  // The first line must already say that the holder did not present this copy.
  const isCopy = status === 'valid' && binding.kind === 'broken';
  return [
    notice(
      status === 'valid' && !isCopy ? 'success' : 'warning',
      isCopy ? texts.notShown : texts.standings[status].title,
      html`<p>${texts.standings[status].text} ${texts.asOf(instant(now, context))}</p>`,
    ),
    notice(
      holds ? 'success' : 'warning',
      texts.holder,
      html`<p>${texts.bindings[binding.kind]}</p>${holds && html`<p>${texts.compare}</p>`}`,
    ),
    html`<h2>${texts.discloses}</h2>`,
    claims.length === 0
      ? html`<p>${texts.nothing}</p>`
      : definitionList(
          claims.map(([name, value]) => [texts.claims[name] ?? name, valueText(value, context)]),
        ),
    definitionList([
      [texts.issuer, exact(issuer)],
      [texts.type, exact(type)],
      issuedAt === null ? null : [texts.issuedAt, instant(issuedAt, context)],
      expiresAt === null ? null : [texts.expiresAt, instant(expiresAt, context)],
      holds && binding.audience !== null ? [texts.audience, exact(binding.audience)] : null,
      holds && binding.at !== null ? [texts.shownAt, instant(binding.at, context)] : null,
    ]),
  ];
}

/** A signed value for display. Unknown values are unchanged. */
function valueText(value: unknown, context: PageContext): Content {
  if (typeof value === 'string') return html`<strong>${value}</strong>`;
  const texts = textsFor(context);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return exact(JSON.stringify(value));
}
