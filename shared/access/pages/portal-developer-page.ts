import type { Spoken } from '../../kernel/domain/locale.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { dataTable, definitionList, exact, instant, tag } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { type KeyBounds, keyState } from '../domain/key-bounds.ts';
import type { Manifestation } from '../domain/manifestation.ts';
import { portalDeveloperPageTexts } from '../texts/index.ts';
import {
  consentRows,
  type ManifestationTexts,
  outdatedNotice,
} from './portal-manifestation-page.ts';

const say = words(portalDeveloperPageTexts);

/** A personal key on its owner's pages. */
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
  /** A UTC day; absent if it was not used or not read. */
  readonly lastUsedOn?: string | undefined;
}

export interface DeveloperSettings {
  readonly keys: readonly ShownKey[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  readonly will: Manifestation;
  /** The current texts. */
  readonly texts: ManifestationTexts;
  readonly now: Date;
  /** Whether residents can register applications for sign-in. */
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
    { title: said.title, kicker: said.kicker, place: '/portal/developer', isWide: true },
    [
      outdatedNotice(will, texts, site),
      html`<h2>${said.keys}</h2>
<p>${said.keysText}</p>
<p>${linkButton(said.create, href(site, '/portal/developer/keys/new'))}</p>`,
      keys.length === 0 && html`<p>${said.none}</p>`,
      keys.length > 0 && keyTable(site, keys, now),
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

/** A key's name: its label, or its last characters. */
export function keyName(
  { label, lastFour }: Pick<ShownKey, 'label' | 'lastFour'>,
  reader: Spoken,
): string {
  return label ?? say(reader).unnamed(lastFour);
}

/** The data of a key, without its secret. */
export function keyFacts(key: ShownKey, reader: Spoken): Html {
  const said = say(reader);
  const { kind, scopes, lastFour, createdAt, revokedAt, expiresAt, holder } = key;
  const limits = limitsOf(key, reader);
  return definitionList([
    [said.kind, kind === 'standard' ? said.standard : said.agent],
    scopes.length === 0 ? null : [said.scopes, plainList(scopes.map(exact))],
    holder === undefined ? null : [said.holder, holder],
    limits.length === 0 ? null : [said.limits, plainList(limits)],
    [said.endsIn, exact(lastFour)],
    [said.created, instant(createdAt, reader)],
    expiresAt === undefined ? null : [said.goodUntil, instant(expiresAt, reader)],
    revokedAt === null ? null : [said.revoked, instant(revokedAt, reader)],
  ]);
}

function plainList(lines: readonly Content[]): Html {
  return html`<ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function limitsOf({ bounds }: ShownKey, reader: Spoken): readonly string[] {
  const said = say(reader);
  const { dailyLimits = {}, legalEntityIds, approvalRequired = false } = bounds ?? {};
  const { applications, filings, payments, amountCents } = dailyLimits;
  return [
    ...(approvalRequired ? [said.approval] : []),
    ...(applications === undefined ? [] : [said.applications(applications)]),
    ...(filings === undefined ? [] : [said.filings(filings)]),
    ...(payments === undefined ? [] : [said.payments(payments)]),
    ...(amountCents === undefined ? [] : [said.amount((amountCents / 100).toFixed(2))]),
    ...(legalEntityIds === undefined ? [] : [said.entities(legalEntityIds.length)]),
  ];
}

const tagKinds = { good: 'good', expired: 'warn', revoked: undefined } as const;

function keyTable(site: Site, keys: readonly ShownKey[], now: Date): Html {
  const said = say(site);
  return dataTable(
    [said.key, said.status, said.kind, said.lastUsed, said.created, said.acts],
    keys.map((key) => {
      const { lastFour, lastUsedOn, createdAt, revokedAt, expiresAt } = key;
      const state = keyState(key, now);
      const ends = revokedAt ?? expiresAt;
      return [
        [keyName(key, site), html`<br><span class="fine">…${exact(lastFour)}</span>`],
        [
          tag(said.states[state], tagKinds[state]),
          ends !== undefined &&
            html`<br><span class="fine">${revokedAt === null ? said.goodUntil : said.revoked} ${instant(ends, site)}</span>`,
        ],
        rightsOf(site, key),
        lastUsedOn === undefined ? said.never : dayInWords(lastUsedOn, site.locale),
        instant(createdAt, site),
        keyActs(site, key, state),
      ] as const;
    }),
  );
}

/** A summary of the rights, with the complete list in a disclosure. */
function rightsOf(site: Site, key: ShownKey): Content {
  const said = say(site);
  const { kind, scopes, holder } = key;
  const lines = [
    ...limitsOf(key, site),
    ...(holder === undefined ? [] : [`${said.holder} ${holder}`]),
  ];
  return [
    kind === 'standard' ? said.standard : said.agent,
    lines.map((line) => html`<br><span class="fine">${line}</span>`),
    scopes.length > 0 &&
      html`<details><summary>${said.scopeCount(scopes.length)}</summary>${plainList(scopes.map(exact))}</details>`,
  ];
}

function keyActs(site: Site, key: ShownKey, state: keyof typeof tagKinds): Content {
  const said = say(site);
  const which = html`<span class="unseen"> ${said.which(key.label, key.lastFour)}</span>`;
  const act = (name: string, label: string) =>
    html` <a href="${href(site, `/portal/developer/keys/${key.id}/${name}`)}">${label}${which}</a>`;
  return html`<span class="acts"><a href="${href(site, `/portal/activity?by=${kindInTrail(key)}.${key.id}`)}">${said.whatItDid}<span class="unseen">: ${which}</span></a>${
    state === 'good' && act('limits', said.limits)
  }${state === 'good' && act('rotate', said.rotate)}${state !== 'revoked' && act('revoke', said.revoke)}</span>`;
}

function kindInTrail({ kind }: ShownKey): string {
  return kind === 'agent' ? 'agent_key' : 'standard_key';
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
