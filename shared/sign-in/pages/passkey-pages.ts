import {
  button,
  buttons,
  type FieldErrors,
  form,
  formHead,
  linkButton,
  textField,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { maxPasskeys } from '../domain/passkey.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';
import { passkeyScriptPath } from './passkey-script.ts';

/** A passkey as its owner sees it. Instants are ISO 8601 in UTC. */
export interface ShownPasskey {
  readonly id: string;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly suspendedAt: string | null;
  /** Where it is good for decisions of the staff. */
  readonly vouched?: string | undefined;
}

const say = words({
  en: {
    title: 'Passkeys',
    kicker: 'Settings',
    lead: 'With a passkey you sign in using your device or a security key, without an emailed code. You can still sign in with a code.',
    none: 'You have no passkeys.',
    rename: 'Rename',
    remove: 'Remove',
    most: `You have ${maxPasskeys} passkeys, which is the maximum. Remove one before you add another.`,
    add: 'Add a passkey',
    removing: (browsers: Html) =>
      html`Removing a passkey signs out other browsers that signed in with it. See ${browsers}.`,
    browsers: 'where you are signed in',
    howItGoes:
      'Your browser asks for your fingerprint, your face or a PIN on this device, a phone or a security key. We only receive a public key.',
    needsScript: 'Passkeys need JavaScript and a browser that supports them',
    elseWorks:
      'Everything else works without JavaScript. You can always sign in with an emailed code.',
    name: 'Name',
    nameHint: 'For example “phone” or “key in the safe”. Only you can see it.',
    back: 'Back to my passkeys',
    failures: {
      over: 'The page was open for more than five minutes, was already submitted, or belongs to another sign-in.',
      wrong:
        'We cannot accept the passkey from your browser. Create it on this page, with your fingerprint, your face or a PIN.',
      taken: 'This passkey has already been used for an account. Create a new one.',
      full: `You have ${maxPasskeys} passkeys, which is the maximum. Remove one first.`,
      deactivated: 'The account is no longer active.',
      unvouched:
        'The operator’s code was already used, was replaced or has expired, or your other passkey was removed.',
    },
    notAdded: 'No passkey was added',
    again: 'Try again',
    mine: 'My passkeys',
    renameTitle: 'Rename this passkey',
    save: 'Save',
    leave: 'Cancel',
    removeTitle: 'Remove this passkey?',
    removeText:
      'You will no longer be able to sign in with it. This cannot be undone. Also remove it from the device or security key: we cannot do that for you.',
    removeButton: 'Remove the passkey',
    notAccepted: 'Passkey no longer accepted',
    counter: (at: Html) =>
      html`On ${at} we found signs that there may be a copy of it. Remove it and add a new one.`,
    added: 'Added',
    lastUsed: 'Last used',
    never: 'Never',
    kept: 'Stored',
    synced: 'In your device maker’s account, on several devices',
    bound: 'On one device or security key',
    decisions: 'For decisions',
    yes: 'Yes',
  },
  es: {
    title: 'Llaves de acceso',
    kicker: 'Configuración',
    lead: 'Con una llave de acceso inicia sesión con su dispositivo o una llave de seguridad, sin código por correo. También puede seguir usando un código.',
    none: 'No tiene llaves de acceso.',
    rename: 'Cambiar el nombre',
    remove: 'Quitar',
    most: `Tiene ${maxPasskeys} llaves de acceso, que es el máximo. Quite una antes de agregar otra.`,
    add: 'Agregar una llave de acceso',
    removing: (browsers: Html) =>
      html`Al quitar una llave de acceso se cierra la sesión de los demás navegadores que entraron con ella. Vea ${browsers}.`,
    browsers: 'dónde tiene sesiones abiertas',
    howItGoes:
      'Su navegador le pide su huella, su rostro o un PIN, en este dispositivo, un teléfono o una llave de seguridad. Nosotros solo recibimos una clave pública.',
    needsScript: 'Las llaves de acceso necesitan JavaScript y un navegador compatible',
    elseWorks:
      'Todo lo demás funciona sin JavaScript. Siempre puede iniciar sesión con un código por correo.',
    name: 'Nombre',
    nameHint: 'Por ejemplo, «teléfono» o «llave de la caja fuerte». Solo usted lo ve.',
    back: 'Volver a mis llaves de acceso',
    failures: {
      over: 'La página estuvo abierta más de cinco minutos, ya se había enviado o pertenece a otro inicio de sesión.',
      wrong:
        'No podemos aceptar la llave de acceso de su navegador. Créela en esta página, con su huella, su rostro o un PIN.',
      taken: 'Esta llave de acceso ya se usó en una cuenta. Cree una nueva.',
      full: `Tiene ${maxPasskeys} llaves de acceso, que es el máximo. Quite una primero.`,
      deactivated: 'La cuenta ya no está activa.',
      unvouched:
        'El código del operador ya se usó, se reemplazó o venció, o se quitó su otra llave de acceso.',
    },
    notAdded: 'No se agregó ninguna llave de acceso',
    again: 'Intentarlo de nuevo',
    mine: 'Mis llaves de acceso',
    renameTitle: 'Cambiar el nombre de esta llave de acceso',
    save: 'Guardar',
    leave: 'Cancelar',
    removeTitle: '¿Quitar esta llave de acceso?',
    removeText:
      'Ya no podrá iniciar sesión con ella. Esto no se puede deshacer. Quítela también del dispositivo o de la llave de seguridad: nosotros no podemos hacerlo.',
    removeButton: 'Quitar la llave de acceso',
    notAccepted: 'Llave de acceso ya no aceptada',
    counter: (at: Html) =>
      html`El ${at} detectamos que puede existir una copia. Quítela y agregue una nueva.`,
    added: 'Agregada',
    lastUsed: 'Último uso',
    never: 'Nunca',
    kept: 'Almacenada',
    synced: 'En su cuenta con el fabricante, en varios dispositivos',
    bound: 'En un solo dispositivo o llave de seguridad',
    decisions: 'Para decisiones',
    yes: 'Sí',
  },
});

const place = '/portal/passkeys';
const list = (site: Site) => href(site, place);

/** All passkeys of the reader, the oldest first. */
export function passkeysPage(site: Site, reader: Reader, passkeys: readonly ShownPasskey[]): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.title, kicker: said.kicker, place }, [
    html`<p class="lead">${said.lead}</p>`,
    passkeys.length === 0 && html`<p>${said.none}</p>`,
    passkeys.map((passkey) => [
      html`<h2>${passkey.name}</h2>`,
      suspension(site, passkey),
      facts(site, passkey),
      html`<p class="acts"><a href="${list(site)}/${passkey.id}">${said.rename}<span class="unseen"> ${passkey.name}</span></a><a href="${list(site)}/${passkey.id}/remove">${said.remove}<span class="unseen"> ${passkey.name}</span></a></p>`,
    ]),
    passkeys.length >= maxPasskeys
      ? html`<p>${said.most}</p>`
      : html`<p class="after">${linkButton(said.add, `${list(site)}/new`)}</p>`,
    html`<p class="fine after">${said.removing(html`<a href="${href(site, '/portal/browsers')}">${said.browsers}</a>`)}</p>`,
  ]);
}

/** Runs the ceremony that makes a passkey. */
export function newPasskeyPage(
  site: Site,
  reader: Reader,
  { offered, options }: Pick<CeremonyForm, 'offered' | 'options'>,
  { value = '', errors = {} }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const said = say(site);
  const title = said.add;
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.title,
      script: passkeyScriptPath,
    },
    [
      html`<p class="lead">${said.howItGoes}</p>`,
      html`<div data-without-passkeys>${notice(
        'warning',
        said.needsScript,
        html`<p>${said.elseWorks}</p>`,
      )}</div>`,
      ceremonyForm(
        {
          kind: 'create',
          csrfToken: reader.csrfToken,
          action: `${list(site)}/new`,
          offered,
          options,
        },
        [
          textField({
            name: 'name',
            label: said.name,
            hint: said.nameHint,
            maxlength: 60,
            required: false,
            autocomplete: 'off',
            value,
            error: errors['name'],
          }),
          button({ label: said.add }),
        ],
      ),
      html`<p class="after"><a href="${list(site)}">${said.back}</a></p>`,
    ],
  );
}

type Failure = 'over' | 'wrong' | 'taken' | 'full' | 'deactivated' | 'unvouched';

/** A passkey that was not added. */
export function passkeyNotAddedPage(site: Site, reader: Reader, why: Failure): Html {
  const said = say(site);
  return portalLayout(site, reader, { title: said.notAdded, kicker: said.title }, [
    html`<p class="lead">${said.failures[why]}</p>`,
    buttons(
      linkButton(said.again, `${list(site)}/new`),
      linkButton(said.mine, list(site), 'secondary'),
    ),
  ]);
}

/** Gives a passkey another name. */
export function renamePasskeyPage(
  site: Site,
  reader: Reader,
  passkey: ShownPasskey,
  {
    value = passkey.name,
    errors = {},
  }: { readonly value?: string; readonly errors?: FieldErrors } = {},
): Html {
  const { csrfToken } = reader;
  const said = say(site);
  const title = said.renameTitle;
  const head = {
    ...formHead(title, errors, site),
    kicker: passkey.name,
  };
  return portalLayout(site, reader, head, [
    facts(site, passkey),
    form({ csrfToken }, [
      textField({
        name: 'name',
        label: said.name,
        maxlength: 60,
        required: false,
        autocomplete: 'off',
        value,
        error: errors['name'],
      }),
      buttons(button({ label: said.save }), linkButton(said.leave, list(site), 'secondary')),
    ]),
  ]);
}

/** Asks whether a passkey must be removed. */
export function removePasskeyPage(site: Site, reader: Reader, passkey: ShownPasskey): Html {
  const { csrfToken } = reader;
  const said = say(site);
  return portalLayout(site, reader, { title: said.removeTitle, kicker: passkey.name }, [
    html`<p class="lead">${said.removeText}</p>`,
    facts(site, passkey),
    form(
      { csrfToken },
      buttons(
        button({ label: said.removeButton, kind: 'danger' }),
        linkButton(said.leave, list(site), 'secondary'),
      ),
    ),
  ]);
}

function suspension(site: Site, { suspendedAt }: ShownPasskey) {
  const said = say(site);
  return (
    suspendedAt !== null &&
    notice('warning', said.notAccepted, html`<p>${said.counter(instant(suspendedAt, site))}</p>`)
  );
}

function facts(site: Site, { synced, createdAt, lastUsedAt, vouched }: ShownPasskey): Html {
  const said = say(site);
  return definitionList([
    [said.added, instant(createdAt, site)],
    [said.lastUsed, lastUsedAt === null ? said.never : instant(lastUsedAt, site)],
    [said.kept, synced ? said.synced : said.bound],
    vouched === undefined ? null : [said.decisions, said.yes],
  ]);
}
