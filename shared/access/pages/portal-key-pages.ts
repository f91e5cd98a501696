import type { Spoken } from '../../kernel/domain/locale.ts';
import { type AgentScope, agentScopes, canWrite } from '../../kernel/domain/scopes.ts';
import {
  button,
  buttons,
  checkboxes,
  type FieldErrors,
  fieldset,
  form,
  formHead,
  linkButton,
  radio,
  select,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { scopeWords } from '../../kernel/pages/scope-words.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { portalKeyPagesTexts } from '../texts/index.ts';
import { keyFacts, keyName, type ShownKey } from './portal-developer-page.ts';

const say = words(portalKeyPagesTexts);

/** The form error for a refusal that the owner can correct, by its code; null for any other. */
export function keyComplaint(code: string | undefined, reader: Spoken): FieldErrors | null {
  switch (code) {
    case 'manifestation.required':
      return { scope: say(reader).willFirst };
    case 'api_key.limit_reached':
      return { label: say(reader).tooMany };
    default:
      return null;
  }
}

export interface NewKeyForm {
  readonly formId: string;
  /** Whether the Manifestation of Will is active: only then can keys have scopes that write. */
  readonly mayWrite: boolean;
  readonly label?: string;
  readonly kind?: string;
  readonly holder?: string;
  readonly lasts?: string;
  readonly scopes?: readonly string[];
  readonly bounds: BoundsForm;
  readonly errors?: FieldErrors;
}

/** The entered limits of a key, by field name. */
interface BoundsForm {
  readonly values: Readonly<Record<string, string>>;
  readonly chosen: readonly string[];
  readonly approvalRequired: boolean;
  /** The entities to choose from. */
  readonly entities: readonly { readonly id: string; readonly name: string }[];
  readonly currency: string;
}

/** The form values of a stored key's limits. */
export function boundsValues({
  bounds,
}: ShownKey): Pick<BoundsForm, 'values' | 'chosen' | 'approvalRequired'> {
  const { applications, filings, payments, amountCents } = bounds?.dailyLimits ?? {};
  const amount = amountCents === undefined ? undefined : Math.floor(amountCents / 100);
  const limits = Object.entries({ applications, filings, payments, amount });
  return {
    values: Object.fromEntries(limits.map(([name, limit]) => [name, String(limit ?? '')])),
    chosen: bounds?.legalEntityIds ?? [],
    approvalRequired: bounds?.approvalRequired ?? false,
  };
}

function boundsFields(
  { values, chosen, entities, currency }: BoundsForm,
  errors: FieldErrors,
  site: Site,
): Html {
  const said = say(site);
  const labels = {
    ...{ applications: said.applications, filings: said.filings, payments: said.payments },
    amount: said.amount(currency),
  };
  return fieldset(said.bounds, [
    html`<p>${said.boundsHint}</p>`,
    Object.entries(labels).map(([name, label]) =>
      textField({
        ...{ name, label, value: values[name] ?? '', error: errors[name] },
        ...{ inputmode: 'numeric', maxlength: 8, required: false },
      }),
    ),
    entities.length > 0 && [
      html`<p>${said.entities}</p>`,
      checkboxes({
        name: 'entity',
        options: entities.map(({ id, name }) => ({ value: id, label: name })),
        chosen,
        error: errors['entity'],
      }),
    ],
  ]);
}

/** The checkbox for the owner's approval of payments and submissions. */
function approvalField({ approvalRequired }: BoundsForm, site: Site): Html {
  const { approval, approvalChoice, approvalHint } = say(site);
  return fieldset(
    approval,
    checkboxes({
      name: 'approval',
      options: [{ value: 'required', label: approvalChoice, hint: approvalHint }],
      chosen: approvalRequired ? ['required'] : [],
    }),
  );
}

/** The form that changes a key's approval requirement and, for an Agent Key, its daily limits. */
export function keyBoundsPage(
  site: Site,
  reader: Reader,
  key: ShownKey,
  { bounds, errors = {} }: { readonly bounds: BoundsForm; readonly errors?: FieldErrors },
): Html {
  const said = say(site);
  return portalLayout(
    site,
    reader,
    { ...formHead(said.boundsTitle, errors, site), kicker: keyName(key, site) },
    form({ csrfToken: reader.csrfToken }, [
      approvalField(bounds, site),
      key.kind === 'agent' && boundsFields(bounds, errors, site),
      buttons(
        button({ label: said.saveBounds }),
        linkButton(said.leave, href(site, '/portal/developer'), 'secondary'),
      ),
    ]),
  );
}

/** The form for a new key's name and rights. */
export function newKeyPage(site: Site, reader: Reader, options: NewKeyForm): Html {
  const { formId, mayWrite, label = '', kind, scopes = [], errors = {} } = options;
  const { holder = '', lasts = 'always' } = options;
  const said = say(site);
  const { title, kicker } = said;
  const shown = agentScopes.filter((scope) => mayWrite || !canWrite([scope]));
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker,
    },
    form({ csrfToken: reader.csrfToken }, [
      formIdField(formId),
      textField({
        name: 'label',
        label: said.label,
        hint: said.labelHint,
        value: label,
        maxlength: 100,
        required: false,
        error: errors['label'],
      }),
      fieldset(said.kind, [
        radio({
          name: 'kind',
          id: 'kind',
          value: 'standard',
          label: said.standard,
          hint: said.standardHint,
          checked: kind === 'standard',
          error: errors['kind'],
        }),
        radio({
          name: 'kind',
          id: 'kind-agent',
          value: 'agent',
          label: said.agent,
          hint: said.agentHint,
          checked: kind === 'agent',
        }),
      ]),
      textField({
        name: 'holder',
        label: said.holder,
        hint: said.holderHint,
        value: holder,
        maxlength: 100,
        required: false,
        error: errors['holder'],
      }),
      select({
        name: 'lasts',
        label: said.lasts,
        value: lasts,
        options: [
          ['always', said.always],
          ['30', said.days(30)],
          ['90', said.days(90)],
          ['365', said.year],
        ],
      }),
      fieldset(said.scopes, [
        !mayWrite && writeNeedsWill(site),
        checkboxes({
          name: 'scope',
          options: shown.map((scope) => scopeOption(scope, site)),
          chosen: scopes,
          error: errors['scope'],
        }),
      ]),
      approvalField(options.bounds, site),
      boundsFields(options.bounds, errors, site),
      button({ label: said.create }),
    ]),
  );
}

/** Shows a new key, which is displayed only once. */
export function createdKeyPage(
  site: Site,
  reader: Reader,
  { key, secret, replaced }: { key: ShownKey; secret: string; replaced: boolean },
): Html {
  const said = say(site);
  const title = replaced ? said.replacedTitle : said.createdTitle;
  return portalLayout(site, reader, { title, kicker: said.kicker }, [
    notice('warning', said.copy, html`<p>${said.copyText}</p>`),
    html`<h2 id="secret">${keyName(key, site)}</h2>
<p class="secret exact" aria-labelledby="secret" role="group">${secret}</p>`,
    replaced && html`<p>${said.former}</p>`,
    keyFacts(key, site),
    html`<p>${linkButton(said.copied, href(site, '/portal/developer'))}</p>`,
  ]);
}

/** The form for a new key was sent twice. */
export function keySentBeforePage(site: Site, reader: Reader): Html {
  const { before, beforeLead, beforeText, toKeys, kicker } = say(site);
  return portalLayout(site, reader, { title: before, kicker }, [
    html`<p class="lead">${beforeLead}</p>
<p>${beforeText}</p>
<p>${linkButton(toKeys, href(site, '/portal/developer'))}</p>`,
  ]);
}

/** Asks for confirmation before the key is revoked. */
export function revokeKeyPage(site: Site, reader: Reader, key: ShownKey): Html {
  const said = say(site);
  return confirmation(site, reader, key, {
    title: said.revokeTitle,
    text: html`<p class="lead">${said.revokeText}</p>`,
    sure: button({ label: said.revoke, kind: 'danger' }),
  });
}

/** Asks for confirmation before the key is replaced. */
export function rotateKeyPage(site: Site, reader: Reader, key: ShownKey, formId: string): Html {
  const said = say(site);
  return confirmation(site, reader, key, {
    title: said.rotateTitle,
    text: html`<p class="lead">${said.rotateText}</p>`,
    sure: [formIdField(formId), button({ label: said.rotate })],
  });
}

function confirmation(
  site: Site,
  reader: Reader,
  key: ShownKey,
  { title, text, sure }: { title: string; text: Html; sure: Html | readonly Html[] },
): Html {
  const { csrfToken } = reader;
  return portalLayout(site, reader, { title, kicker: keyName(key, site) }, [
    text,
    keyFacts(key, site),
    form(
      { csrfToken },
      buttons(sure, linkButton(say(site).leave, href(site, '/portal/developer'), 'secondary')),
    ),
  ]);
}

function formIdField(formId: string): Html {
  return html`<input type="hidden" name="formId" value="${formId}">`;
}

function writeNeedsWill(site: Site): Html {
  const link = (name: string) =>
    html`<a href="${href(site, '/portal/developer/manifestation')}">${name}</a>`;
  return html`<p>${say(site).needsWill(link)}</p>`;
}

function scopeOption(scope: AgentScope, site: Site) {
  const writes = canWrite([scope]) ? say(site).writes : '';
  return { value: scope, label: scopeWords(site)[scope], hint: scope + writes };
}
