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
    labelHint: 'For example, the name of the software. It helps you recognize the key.',
    kind: 'Kind of key',
    standard: 'Standard Key',
    standardHint: 'For your own software. It can do everything that you can, so don’t share it.',
    agent: 'Agent Key',
    agentHint: 'For software that acts for you. It can do only what you select below.',
    holder: 'Who will use the Agent Key',
    holderHint:
      'For example, the company you give the key to. We show this name next to everything the key does.',
    lasts: 'Valid for',
    always: 'Until you revoke it',
    days: (days: number) => `${days} days`,
    year: 'One year',
    scopes: 'What the Agent Key can do',
    create: 'Create the key',
    replacedTitle: 'Key replaced',
    createdTitle: 'Key created',
    copy: 'Copy the key now',
    copyText: 'We show the key only once. We store only its digest, so we can’t show it again.',
    former: 'The previous key no longer works.',
    copied: 'Done',
    before: 'The key was already created',
    beforeLead: 'You already sent this form, and it created a key. We did not create another one.',
    beforeText:
      'We can’t show the key again. If you did not copy it, rotate it, or revoke it and create another one.',
    toKeys: 'Go to your keys',
    revokeTitle: 'Revoke this key?',
    revokeText: 'Software that uses this key will stop working. You can’t undo this.',
    revoke: 'Revoke the key',
    rotateTitle: 'Rotate this key?',
    rotateText:
      'You get a new key with the same label and scopes. This key stops working immediately, so be ready to update your software.',
    rotate: 'Rotate the key',
    leave: 'Cancel',
    needsWill: (manifestation: (name: string) => Html) =>
      html`Keys that write (apply, file or pay) need your ${manifestation('Manifestation of Will')}, and you have not signed it. These scopes only read:`,
    writes: ' — writes',
    willFirst: 'Sign the Manifestation of Will first, or choose only scopes that read',
    tooMany: 'You have reached the maximum number of keys. Revoke one that you don’t need',
  },
  es: {
    kicker: 'Para desarrolladores',
    title: 'Crear una clave',
    label: 'Etiqueta (opcional)',
    labelHint: 'Por ejemplo, el nombre del programa. Le ayuda a reconocer la clave.',
    kind: 'Tipo de clave',
    standard: 'Clave estándar',
    standardHint:
      'Para sus propios programas. Puede hacer todo lo que usted puede, así que no la comparta.',
    agent: 'Clave de agente',
    agentHint: 'Para un programa que actúa por usted. Solo puede hacer lo que usted marque abajo.',
    holder: 'Quién usará la clave de agente',
    holderHint:
      'Por ejemplo, la empresa a la que da la clave. Mostramos este nombre junto a todo lo que haga la clave.',
    lasts: 'Válida durante',
    always: 'Hasta que usted la revoque',
    days: (days: number) => `${days} días`,
    year: 'Un año',
    scopes: 'Lo que puede hacer la clave de agente',
    create: 'Crear la clave',
    replacedTitle: 'Clave reemplazada',
    createdTitle: 'Clave creada',
    copy: 'Copie la clave ahora',
    copyText:
      'Mostramos la clave una sola vez. Solo guardamos su resumen, así que no podemos mostrarla de nuevo.',
    former: 'La clave anterior ya no funciona.',
    copied: 'Listo',
    before: 'La clave ya se había creado',
    beforeLead: 'Usted ya envió este formulario y creó una clave. No creamos otra.',
    beforeText:
      'No podemos mostrar la clave de nuevo. Si no la copió, reemplácela, o revóquela y cree otra.',
    toKeys: 'Ir a sus claves',
    revokeTitle: '¿Revocar esta clave?',
    revokeText: 'Los programas que usan esta clave dejarán de funcionar. No se puede deshacer.',
    revoke: 'Revocar la clave',
    rotateTitle: '¿Reemplazar esta clave?',
    rotateText:
      'Recibe una clave nueva con la misma etiqueta y los mismos permisos. Esta clave deja de funcionar de inmediato, así que prepárese para actualizar su programa.',
    rotate: 'Reemplazar la clave',
    leave: 'Cancelar',
    needsWill: (manifestation: (name: string) => Html) =>
      html`Las claves que escriben (solicitan, presentan o pagan) necesitan su ${manifestation('Manifestación de Voluntad')}, y usted no la ha firmado. Estos permisos solo leen:`,
    writes: ' — escribe',
    willFirst: 'Firme primero la Manifestación de Voluntad o elija solo permisos que leen',
    tooMany: 'Ya tiene el número máximo de claves. Revoque una que no necesite',
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
