import { dayInWords } from '../../kernel/domain/dates.ts';
import type { Spoken } from '../../kernel/domain/locale.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { keyState } from '../domain/key-state.ts';
import type { Manifestation } from '../domain/manifestation.ts';
import {
  consentRows,
  type ManifestationTexts,
  outdatedNotice,
} from './portal-manifestation-page.ts';

const say = words({
  en: {
    title: 'Developer settings',
    kicker: 'Settings',
    keys: 'API keys',
    keysText:
      'Anyone who has a key can use it. Store it where only your software can read it. Revoke it immediately if someone else may know it.',
    create: 'Create a key',
    none: 'You have no keys.',
    older: 'Older keys',
    manifestation: 'Manifestation of Will',
    readOrChange: 'Read or change the Manifestation of Will',
    readAndSign: 'Read and sign the Manifestation of Will',
    unnamed: (lastFour: string) => `Key ending in ${lastFour}`,
    kind: 'Kind',
    standard: 'Standard Key: can do everything that you can',
    agent: 'Agent Key',
    scopes: 'Scopes',
    holder: 'Held by',
    endsIn: 'Last four characters',
    created: 'Created',
    goodUntil: 'Expires',
    revoked: 'Revoked',
    lastUsed: 'Last used',
    never: 'Never',
    states: { good: '', revoked: ' (revoked)', expired: ' (expired)' },
    which: (label: string | null, lastFour: string) =>
      `the key ${label === null ? '' : `${label}, `}ending in ${lastFour}`,
    whatItDid: 'Activity',
    rotate: 'Rotate',
    revoke: 'Revoke',
    notSigned:
      'Not signed. Agent Keys that apply, file or pay need it. Agent Keys that only read do not.',
    noAgreement: 'You have not accepted any agreement in advance.',
    webhooks: 'Webhooks',
    webhooksText: 'The registry can notify your software when something changes.',
    toWebhooks: 'Go to webhooks',
    clients: 'Applications for sign-in',
    clientsText: 'People can sign in to your applications with their registry account.',
    toClients: 'Go to applications for sign-in',
  },
  es: {
    title: 'Para desarrolladores',
    kicker: 'Configuración',
    keys: 'Claves de API',
    keysText:
      'Cualquier persona que tenga una clave puede usarla. Guárdela donde solo su programa pueda leerla. Revóquela de inmediato si otra persona puede conocerla.',
    create: 'Crear una clave',
    none: 'No tiene claves.',
    older: 'Claves anteriores',
    manifestation: 'Manifestación de Voluntad',
    readOrChange: 'Leer o cambiar la Manifestación de Voluntad',
    readAndSign: 'Leer y firmar la Manifestación de Voluntad',
    unnamed: (lastFour: string) => `Clave que termina en ${lastFour}`,
    kind: 'Tipo',
    standard: 'Clave estándar: puede hacer todo lo que usted puede',
    agent: 'Clave de agente',
    scopes: 'Permisos',
    holder: 'En poder de',
    endsIn: 'Últimos cuatro caracteres',
    created: 'Creada el',
    goodUntil: 'Vence el',
    revoked: 'Revocada el',
    lastUsed: 'Último uso',
    never: 'Nunca',
    states: { good: '', revoked: ' (revocada)', expired: ' (vencida)' },
    which: (label: string | null, lastFour: string) =>
      `la clave ${label === null ? '' : `${label}, `}que termina en ${lastFour}`,
    whatItDid: 'Actividad',
    rotate: 'Reemplazar',
    revoke: 'Revocar',
    notSigned:
      'No está firmada. La necesitan las claves de agente que solicitan, presentan o pagan. Las que solo leen no la necesitan.',
    noAgreement: 'No ha aceptado ningún acuerdo por adelantado.',
    webhooks: 'Webhooks',
    webhooksText: 'El registro puede avisar a su programa cuando algo cambia.',
    toWebhooks: 'Ir a webhooks',
    clients: 'Aplicaciones para iniciar sesión',
    clientsText:
      'Las personas pueden iniciar sesión en sus aplicaciones con su cuenta del registro.',
    toClients: 'Ir a las aplicaciones para iniciar sesión',
  },
});

/** A personal key as its owner's pages show it. */
export interface ShownKey {
  readonly id: string;
  readonly kind: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly lastFour: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly expiresAt?: string | undefined;
  readonly holder?: string | undefined;
  /** A UTC day; absent where it was not used, or where that was not read. */
  readonly lastUsedOn?: string | undefined;
}

export interface DeveloperSettings {
  readonly keys: readonly ShownKey[];
  /** Cursor of the keys that follow; null at the end. */
  readonly next: string | null;
  readonly will: Manifestation;
  /** The texts that are in force. */
  readonly texts: ManifestationTexts;
  readonly now: Date;
  /** Whether residents register applications for sign-in here. */
  readonly registersClients: boolean;
}

/** Settings → Developer: the keys, newest first, and the Manifestation of Will. */
export function developerPage(
  site: Site,
  reader: Reader,
  { keys, next, will, texts, now, registersClients }: DeveloperSettings,
): Html {
  const said = say(site);
  return portalLayout(
    site,
    reader,
    { title: said.title, kicker: said.kicker, place: '/portal/developer' },
    [
      outdatedNotice(will, texts, site),
      html`<h2>${said.keys}</h2>
<p>${said.keysText}</p>
<p>${linkButton(said.create, href(site, '/portal/developer/keys/new'))}</p>`,
      keys.length === 0 && html`<p>${said.none}</p>`,
      keys.map((key) => keyEntry(site, key, now)),
      next !== null &&
        html`<p><a href="${href(site, `/portal/developer?${new URLSearchParams({ after: next })}`)}">${said.older}</a></p>`,
      html`<h2>${said.webhooks}</h2>
<p>${said.webhooksText}</p>
<p>${linkButton(said.toWebhooks, href(site, '/portal/developer/webhooks'), 'secondary')}</p>`,
      registersClients &&
        html`<h2>${said.clients}</h2>
<p>${said.clientsText}</p>
<p>${linkButton(said.toClients, href(site, '/portal/developer/applications'), 'secondary')}</p>`,
      html`<h2>${said.manifestation}</h2>`,
      willState(site, will),
      html`<p>${linkButton(
        will.active ? said.readOrChange : said.readAndSign,
        href(site, '/portal/developer/manifestation'),
        'secondary',
      )}</p>`,
    ],
  );
}

/** What a key is called: by its label, or by its last characters. */
export function keyName(
  { label, lastFour }: Pick<ShownKey, 'label' | 'lastFour'>,
  reader: Spoken,
): string {
  return label ?? say(reader).unnamed(lastFour);
}

/** What is known of a key, without its secret. */
export function keyFacts(key: ShownKey, reader: Spoken, used?: Row): Html {
  const said = say(reader);
  const { kind, scopes, lastFour, createdAt, revokedAt, expiresAt, holder } = key;
  return definitionList([
    [said.kind, kind === 'standard' ? said.standard : said.agent],
    scopes.length === 0
      ? null
      : [said.scopes, html`<ul class="plain">${scopes.map(scopeItem)}</ul>`],
    holder === undefined ? null : [said.holder, holder],
    [said.endsIn, exact(lastFour)],
    [said.created, instant(createdAt, reader)],
    used ?? null,
    expiresAt === undefined ? null : [said.goodUntil, instant(expiresAt, reader)],
    revokedAt === null ? null : [said.revoked, instant(revokedAt, reader)],
  ]);
}

function keyEntry(site: Site, key: ShownKey, now: Date): Content {
  const state = keyState(key, now);
  const { lastUsedOn } = key;
  const said = say(site);
  const day = lastUsedOn === undefined ? said.never : dayInWords(lastUsedOn, site.locale);
  const used = [said.lastUsed, day] as const;
  const address = (act: string) => href(site, `/portal/developer/keys/${key.id}/${act}`);
  const which = html`<span class="unseen"> ${said.which(key.label, key.lastFour)}</span>`;
  return html`<h3>${keyName(key, site)}${said.states[state]}</h3>
${keyFacts(key, site, used)}
<p class="acts"><a href="${href(site, `/portal/activity?by=${kindInTrail(key)}.${key.id}`)}">${said.whatItDid}<span class="unseen">: ${which}</span></a>${
    state === 'good' && html` <a href="${address('rotate')}">${said.rotate}${which}</a>`
  }${state !== 'revoked' && html` <a href="${address('revoke')}">${said.revoke}${which}</a>`}</p>`;
}

function kindInTrail({ kind }: ShownKey): string {
  return kind === 'agent' ? 'agent_key' : 'standard_key';
}

function scopeItem(scope: string): Html {
  return html`<li>${exact(scope)}</li>`;
}

function willState(site: Site, will: Manifestation): Content {
  const said = say(site);
  const { active, revokedAt, acceptedAgreements } = will;
  if (!active) {
    return [
      html`<p>${said.notSigned}</p>`,
      revokedAt !== null && definitionList([[said.revoked, instant(revokedAt, site)]]),
    ];
  }
  return [
    consentRows(site, will),
    acceptedAgreements.length === 0 && html`<p>${said.noAgreement}</p>`,
  ];
}
