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
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { keyFacts, keyName, type ShownKey } from './portal-developer-page.ts';
import { scopeWords } from './scope-words.ts';

const say = words({
  en: {
    kicker: 'Developer settings',
    title: 'Create a key',
    label: 'Label (optional)',
    labelHint: 'Such as the name of the software. It helps you to tell your keys apart.',
    kind: 'Kind of key',
    standard: 'Standard Key',
    standardHint: 'For your own programs. It may do all that you may, so give it to nobody.',
    agent: 'Agent Key',
    agentHint: 'For software that acts for you. It may do only what you tick below.',
    holder: 'Who holds it (of an Agent Key)',
    holderHint:
      'Whom you give the key to, such as a company. You see it with all that the key does.',
    lasts: 'How long it is good',
    always: 'Until you revoke it',
    days: (days: number) => `${days} days`,
    year: 'One year',
    scopes: 'What an Agent Key may do',
    create: 'Create the key',
    replacedTitle: 'The key was replaced',
    createdTitle: 'The key was created',
    copy: 'Copy the key now',
    copyText: 'It is shown this one time. Only its digest is kept, so nobody can show it again.',
    former: 'The former key is refused from now on.',
    copied: 'I have copied it',
    before: 'The key was created before',
    beforeLead: 'This form was already sent, and made its key then. Nothing more was done now.',
    beforeText:
      'The key cannot be shown again. If you did not copy it, rotate or revoke it and create another one.',
    toKeys: 'Go to your keys',
    revokeTitle: 'Revoke this key?',
    revokeText: 'Software that uses the key is refused from then on. This cannot be undone.',
    revoke: 'Revoke the key',
    rotateTitle: 'Rotate this key?',
    rotateText:
      'You get a new key with the same label and scopes, and this one is refused at once. Have the software that needs the new one at hand.',
    rotate: 'Rotate the key',
    leave: 'Cancel',
    needsWill: (manifestation: (name: string) => Html) =>
      html`Keys that write — apply, file or pay — need your ${manifestation('Manifestation of Will')}, which is not signed. These only read:`,
    writes: ' — writes',
    willFirst: 'Sign the Manifestation of Will first, or choose only what reads',
    tooMany: 'You have as many keys as you may have. Revoke one that you do not need',
  },
  es: {
    kicker: 'Para desarrolladores',
    title: 'Crear una clave',
    label: 'Etiqueta (opcional)',
    labelHint: 'Por ejemplo, el nombre del programa. Le ayuda a distinguir sus claves.',
    kind: 'Tipo de clave',
    standard: 'Clave estándar',
    standardHint:
      'Para sus propios programas. Puede hacer todo lo que usted puede: no se la dé a nadie.',
    agent: 'Clave de agente',
    agentHint: 'Para un programa que actúa por usted. Solo puede hacer lo que usted marque abajo.',
    holder: 'Quién la tiene (si es de agente)',
    holderHint:
      'A quién le da la clave, por ejemplo una empresa. Lo verá con todo lo que haga la clave.',
    lasts: 'Cuánto tiempo vale',
    always: 'Hasta que usted la revoque',
    days: (days: number) => `${days} días`,
    year: 'Un año',
    scopes: 'Lo que puede hacer una clave de agente',
    create: 'Crear la clave',
    replacedTitle: 'La clave se sustituyó',
    createdTitle: 'La clave se creó',
    copy: 'Copie la clave ahora',
    copyText:
      'Se muestra solo esta vez. Únicamente se guarda su resumen, así que nadie puede mostrarla de nuevo.',
    former: 'La clave anterior se rechaza desde ahora.',
    copied: 'Ya la copié',
    before: 'La clave ya se había creado',
    beforeLead:
      'Este formulario se envió antes y creó su clave entonces. Ahora no se hizo nada más.',
    beforeText:
      'La clave no se puede mostrar de nuevo. Si no la copió, sustitúyala o revóquela y cree otra.',
    toKeys: 'Ir a sus claves',
    revokeTitle: '¿Revocar esta clave?',
    revokeText: 'Desde entonces se rechaza a los programas que la usan. No se puede deshacer.',
    revoke: 'Revocar la clave',
    rotateTitle: '¿Sustituir esta clave?',
    rotateText:
      'Recibe una clave nueva con la misma etiqueta y los mismos permisos, y esta se rechaza de inmediato. Tenga a mano el programa que necesita la nueva.',
    rotate: 'Sustituir la clave',
    leave: 'Dejarla como está',
    needsWill: (manifestation: (name: string) => Html) =>
      html`Las claves que escriben (solicitan, presentan o pagan) necesitan su ${manifestation('Manifestación de Voluntad')}, que no está firmada. Estas solo leen:`,
    writes: ' — escribe',
    willFirst: 'Firme primero la Manifestación de Voluntad o elija solo lo que lee',
    tooMany: 'Ya tiene todas las claves que puede tener. Revoque una que no necesite',
  },
});

/** The form's complaint for a refusal that its owner can do something about, by its code; null for any other. */
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
  /** Whether the Manifestation of Will is in force: only then keys can get scopes that write. */
  readonly mayWrite: boolean;
  readonly label?: string;
  readonly kind?: string;
  readonly holder?: string;
  readonly lasts?: string;
  readonly scopes?: readonly string[];
  readonly errors?: FieldErrors;
}

/** What the new key is called and what it may do. */
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
      button({ label: said.create }),
    ]),
  );
}

/** A new key, this one time. */
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

/** The form of a new key came a second time. */
export function keySentBeforePage(site: Site, reader: Reader): Html {
  const { before, beforeLead, beforeText, toKeys, kicker } = say(site);
  return portalLayout(site, reader, { title: before, kicker }, [
    html`<p class="lead">${beforeLead}</p>
<p>${beforeText}</p>
<p>${linkButton(toKeys, href(site, '/portal/developer'))}</p>`,
  ]);
}

/** Asks whether the key is to be revoked. */
export function revokeKeyPage(site: Site, reader: Reader, key: ShownKey): Html {
  const said = say(site);
  return confirmation(site, reader, key, {
    title: said.revokeTitle,
    text: html`<p class="lead">${said.revokeText}</p>`,
    sure: button({ label: said.revoke, kind: 'danger' }),
  });
}

/** Asks whether the key is to be replaced. */
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
