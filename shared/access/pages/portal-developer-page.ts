import { dayInWords } from '../../kernel/domain/dates.ts';
import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, type Row } from '../../kernel/pages/text.ts';
import { keyState } from '../domain/key-state.ts';
import type { Manifestation } from '../manifestation.ts';
import {
  consentRows,
  type ManifestationTexts,
  outdatedNotice,
} from './portal-manifestation-page.ts';

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
}

/** Settings → Developer: the keys, newest first, and the Manifestation of Will. */
export function developerPage(
  site: Site,
  reader: Reader,
  { keys, next, will, texts, now }: DeveloperSettings,
): Html {
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'Developer settings', kicker: 'Settings', place: '/portal/developer' },
    [
      outdatedNotice(will, texts),
      html`<h2>API keys</h2>
<p>Whoever has a key can use it. Keep it where only your software can read it, and revoke it as soon as somebody else may know it.</p>
<p>${linkButton('Create a key', href(site, '/portal/developer/keys/new'))}</p>`,
      keys.length === 0 && html`<p>There are no keys.</p>`,
      keys.map((key) => keyEntry(site, key, now)),
      next !== null &&
        html`<p><a href="${href(site, `/portal/developer?${new URLSearchParams({ after: next })}`)}">Older keys</a></p>`,
      html`<h2>Manifestation of Will</h2>`,
      willState(site, will),
      html`<p>${linkButton(
        will.active ? 'Read or change it' : 'Read and sign it',
        href(site, '/portal/developer/manifestation'),
        'secondary',
      )}</p>`,
    ],
  );
}

/** What a key is called: by its label, or by its last characters. */
export function keyName({ label, lastFour }: Pick<ShownKey, 'label' | 'lastFour'>): string {
  return label ?? `Key ending in ${lastFour}`;
}

/** What is known of a key, without its secret. */
export function keyFacts(key: ShownKey, used?: Row): Html {
  const { kind, scopes, lastFour, createdAt, revokedAt, expiresAt, holder } = key;
  return definitionList([
    ['Kind', kind === 'standard' ? 'Standard Key: may do all that you may' : 'Agent Key'],
    scopes.length === 0 ? null : ['Scopes', html`<ul class="plain">${scopes.map(scopeItem)}</ul>`],
    holder === undefined ? null : ['Held by', holder],
    ['Ends in', exact(lastFour)],
    ['Created', instant(createdAt)],
    used ?? null,
    expiresAt === undefined ? null : ['Good until', instant(expiresAt)],
    revokedAt === null ? null : ['Revoked', instant(revokedAt)],
  ]);
}

function keyEntry(site: Site, key: ShownKey, now: Date): Content {
  const state = keyState(key, now);
  const { lastUsedOn } = key;
  const used = ['Last used', lastUsedOn === undefined ? 'Never' : dayInWords(lastUsedOn)] as const;
  const address = (act: string) => href(site, `/portal/developer/keys/${key.id}/${act}`);
  const which = html`<span class="unseen"> the key ${key.label !== null && [key.label, ', ']}ending in ${key.lastFour}</span>`;
  return html`<h3>${keyName(key)}${state !== 'good' && ` (${state})`}</h3>
${keyFacts(key, used)}
${
  state !== 'revoked' &&
  html`<p class="acts"><a href="${href(site, `/portal/activity?by=${kindInTrail(key)}.${key.id}`)}">What it did<span class="unseen">: ${which}</span></a> ${state === 'good' && html`<a href="${address('rotate')}">Rotate${which}</a>`} <a href="${address('revoke')}">Revoke${which}</a></p>`
}`;
}

function kindInTrail({ kind }: ShownKey): string {
  return kind === 'agent' ? 'agent_key' : 'standard_key';
}

function scopeItem(scope: string): Html {
  return html`<li>${exact(scope)}</li>`;
}

function willState(site: Site, will: Manifestation): Content {
  const { active, revokedAt, acceptedAgreements } = will;
  if (!active) {
    return [
      html`<p>It is not signed. Agent Keys that only read do not need it; those that write do.</p>`,
      revokedAt !== null && definitionList([['Revoked', instant(revokedAt)]]),
    ];
  }
  return [
    consentRows(site, will),
    acceptedAgreements.length === 0 && html`<p>No agreement is accepted in advance.</p>`,
  ];
}
