import type { Spoken } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, type Row } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { KeyBounds } from '../domain/key-bounds.ts';
import { keyState } from '../domain/key-state.ts';
import type { Manifestation } from '../domain/manifestation.ts';
import { portalDeveloperPageTexts } from '../texts/index.ts';
import {
  consentRows,
  type ManifestationTexts,
  outdatedNotice,
} from './portal-manifestation-page.ts';

const say = words(portalDeveloperPageTexts);

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
  readonly bounds?: KeyBounds | undefined;
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
  const { kind, scopes, lastFour, createdAt, revokedAt, expiresAt, holder, bounds } = key;
  const { dailyLimits = {}, legalEntityIds } = bounds ?? {};
  const { applications, filings, payments, amountCents } = dailyLimits;
  const limits = [
    ...(applications === undefined ? [] : [said.applications(applications)]),
    ...(filings === undefined ? [] : [said.filings(filings)]),
    ...(payments === undefined ? [] : [said.payments(payments)]),
    ...(amountCents === undefined ? [] : [said.amount((amountCents / 100).toFixed(2))]),
    ...(legalEntityIds === undefined ? [] : [said.entities(legalEntityIds.length)]),
  ];
  return definitionList([
    [said.kind, kind === 'standard' ? said.standard : said.agent],
    scopes.length === 0
      ? null
      : [said.scopes, html`<ul class="plain">${scopes.map(scopeItem)}</ul>`],
    holder === undefined ? null : [said.holder, holder],
    limits.length === 0
      ? null
      : [
          said.limits,
          html`<ul class="plain">${limits.map((limit) => html`<li>${limit}</li>`)}</ul>`,
        ],
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
    state === 'good' &&
    key.kind === 'agent' &&
    html` <a href="${address('limits')}">${said.limits}${which}</a>`
  }${
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
