import type { SortOrder } from '../../kernel/contracts/pagination.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { linkButton, listQuery } from '../../kernel/pages/form.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import {
  dataTable,
  definitionList,
  exact,
  instant,
  sortableHead,
  tag,
} from '../../kernel/pages/text.ts';
import { type KeyBounds, keyState } from '../domain/key-bounds.ts';
import type { Manifestation } from '../domain/manifestation.ts';
import { portalDeveloperPageTexts } from '../texts/index.ts';
import {
  consentRows,
  type ManifestationTexts,
  outdatedNotice,
} from './portal-manifestation-page.ts';

const textsFor = byLocale(portalDeveloperPageTexts);

/** A personal key on its owner's pages. */
export interface KeyView {
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
  /** The grant of a connected application, whose key's secret is never shown. */
  readonly connection?: object | undefined;
  /** A UTC day; absent if it was not used or not read. */
  readonly lastUsedOn?: string | undefined;
}

export interface DeveloperSettings {
  readonly keys: readonly KeyView[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** The order of the keys. Null if the page shows only some of them, which have the usual order. */
  readonly sorted: KeyOrder | null;
  readonly will: Manifestation;
  /** The current texts. */
  readonly texts: ManifestationTexts;
  readonly now: Date;
  /** Whether residents can register applications for sign-in. */
  readonly registersClients: boolean;
}

interface KeyOrder {
  readonly column: 'name' | 'used' | 'created';
  readonly order: SortOrder;
}

/** Settings → Developer: the keys, and the Manifestation of Will. */
export function developerPage(
  context: PageContext,
  viewer: Viewer,
  { keys, next, sorted, will, texts, now, registersClients }: DeveloperSettings,
): Html {
  const pageTexts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    {
      title: pageTexts.title,
      kicker: pageTexts.kicker,
      section: '/portal/developer',
      isWide: true,
    },
    [
      outdatedNotice(will, texts, context),
      html`<h2>${pageTexts.keys}</h2>
<p>${pageTexts.keysText}</p>
<p>${linkButton(pageTexts.create, href(context, '/portal/developer/keys/new'))}</p>`,
      keys.length === 0 && html`<p>${pageTexts.none}</p>`,
      keys.length > 0 && keyTable(context, keys, sorted, now),
      next !== null &&
        html`<p><a href="${href(context, `/portal/developer?${new URLSearchParams({ after: next })}`)}">${pageTexts.older}</a></p>`,
      html`<h2>${pageTexts.webhooks}</h2>
<p>${pageTexts.webhooksText}</p>
<p>${linkButton(pageTexts.toWebhooks, href(context, '/portal/developer/webhooks'), 'secondary')}</p>`,
      registersClients &&
        html`<h2>${pageTexts.clients}</h2>
<p>${pageTexts.clientsText}</p>
<p>${linkButton(pageTexts.toClients, href(context, '/portal/developer/applications'), 'secondary')}</p>`,
      html`<h2>${pageTexts.manifestation}</h2>`,
      willState(context, will),
      html`<p>${linkButton(
        will.active ? pageTexts.readOrChange : pageTexts.readAndSign,
        href(context, '/portal/developer/manifestation'),
        'secondary',
      )}</p>`,
    ],
  );
}

/** A key's name: its label, or its last characters. */
export function keyName(
  { label, lastFour }: Pick<KeyView, 'label' | 'lastFour'>,
  context: Localized,
): string {
  return label ?? textsFor(context).unnamed(lastFour);
}

/** The data of a key, without its secret. */
export function keyFacts(key: KeyView, context: Localized): Html {
  const texts = textsFor(context);
  const { kind, scopes, lastFour, createdAt, revokedAt, expiresAt, holder } = key;
  const limits = limitsOf(key, context);
  return definitionList([
    [texts.kind, kind === 'standard' ? texts.standard : texts.agent],
    scopes.length === 0 ? null : [texts.scopes, plainList(scopes.map(exact))],
    holder === undefined ? null : [texts.holder, holder],
    limits.length === 0 ? null : [texts.limits, plainList(limits)],
    [texts.endsIn, exact(lastFour)],
    [texts.created, instant(createdAt, context)],
    expiresAt === undefined ? null : [texts.goodUntil, instant(expiresAt, context)],
    revokedAt === null ? null : [texts.revoked, instant(revokedAt, context)],
  ]);
}

function plainList(lines: readonly Content[]): Html {
  return html`<ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}

function limitsOf({ bounds }: KeyView, context: Localized): readonly string[] {
  const texts = textsFor(context);
  const { dailyLimits = {}, legalEntityIds, approvalRequired = false } = bounds ?? {};
  const { applications, filings, payments, amountCents } = dailyLimits;
  return [
    ...(approvalRequired ? [texts.approval] : []),
    ...(applications === undefined ? [] : [texts.applications(applications)]),
    ...(filings === undefined ? [] : [texts.filings(filings)]),
    ...(payments === undefined ? [] : [texts.payments(payments)]),
    ...(amountCents === undefined ? [] : [texts.amount((amountCents / 100).toFixed(2))]),
    ...(legalEntityIds === undefined ? [] : [texts.entities(legalEntityIds.length)]),
  ];
}

const tagKinds = { good: 'good', expired: 'warn', revoked: undefined } as const;

/** Keys are sorted only if the page shows all of them: names and uses have no index. */
function keyTable(
  context: PageContext,
  keys: readonly KeyView[],
  sorted: KeyOrder | null,
  now: Date,
): Html {
  const texts = textsFor(context);
  const head = (column: KeyOrder['column'], label: string) =>
    sorted === null
      ? label
      : sortableHead(label, sorted.column === column ? sorted.order : null, (order) =>
          href(context, `/portal/developer?${listQuery({ sort: column, order })}`),
        );
  return dataTable(
    [
      head('name', texts.key),
      texts.status,
      texts.kind,
      head('used', texts.lastUsed),
      head('created', texts.created),
      texts.acts,
    ],
    sortedKeys(context, keys, sorted).map((key) => {
      const { lastFour, lastUsedOn, createdAt, revokedAt, expiresAt } = key;
      const state = keyState(key, now);
      const ends = revokedAt ?? expiresAt;
      return [
        [keyName(key, context), html`<br><span class="fine">…${exact(lastFour)}</span>`],
        [
          tag(texts.states[state], tagKinds[state]),
          ends !== undefined &&
            html`<br><span class="fine">${revokedAt === null ? texts.goodUntil : texts.revoked} ${instant(ends, context)}</span>`,
        ],
        rightsOf(context, key),
        lastUsedOn === undefined ? texts.never : formatDay(lastUsedOn, context.locale),
        instant(createdAt, context),
        keyActs(context, key, state),
      ] as const;
    }),
  );
}

/** Equal keys stay newest first. A key that was never used is the oldest by use. */
function sortedKeys(
  context: PageContext,
  keys: readonly KeyView[],
  sorted: KeyOrder | null,
): readonly KeyView[] {
  if (sorted === null) return keys;
  const { column, order } = sorted;
  const names = new Intl.Collator(context.locale, { numeric: true });
  const text = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  const compare = (one: KeyView, other: KeyView) => {
    if (column === 'created') return text(one.createdAt, other.createdAt);
    if (column === 'used') return text(one.lastUsedOn ?? '', other.lastUsedOn ?? '');
    return names.compare(keyName(one, context), keyName(other, context));
  };
  return keys.toSorted((one, other) => (order === 'asc' ? 1 : -1) * compare(one, other));
}

/** A summary of the rights, with the complete list in a disclosure. */
function rightsOf(context: PageContext, key: KeyView): Content {
  const texts = textsFor(context);
  const { kind, scopes, holder } = key;
  const lines = [
    ...limitsOf(key, context),
    ...(holder === undefined ? [] : [`${texts.holder} ${holder}`]),
    ...(key.connection === undefined ? [] : [texts.connected]),
  ];
  return [
    kind === 'standard' ? texts.standard : texts.agent,
    lines.map((line) => html`<br><span class="fine">${line}</span>`),
    scopes.length > 0 &&
      html`<details><summary>${texts.scopeCount(scopes.length)}</summary>${plainList(scopes.map(exact))}</details>`,
  ];
}

function keyActs(context: PageContext, key: KeyView, state: keyof typeof tagKinds): Content {
  const texts = textsFor(context);
  const which = html`<span class="unseen"> ${texts.which(key.label, key.lastFour)}</span>`;
  const act = (name: string, label: string) =>
    html` <a href="${href(context, `/portal/developer/keys/${key.id}/${name}`)}">${label}${which}</a>`;
  return html`<span class="acts"><a href="${href(context, `/portal/activity?by=${kindInTrail(key)}.${key.id}`)}">${texts.whatItDid}<span class="unseen">: ${which}</span></a>${
    state === 'good' && act('limits', texts.limits)
  }${state === 'good' && key.connection === undefined && act('rotate', texts.rotate)}${state !== 'revoked' && act('revoke', texts.revoke)}</span>`;
}

function kindInTrail({ kind }: KeyView): string {
  return kind === 'agent' ? 'agent_key' : 'standard_key';
}

function willState(context: PageContext, will: Manifestation): Content {
  const texts = textsFor(context);
  const { active, revokedAt, acceptedAgreements } = will;
  if (!active) {
    return [
      html`<p>${texts.notSigned}</p>`,
      revokedAt !== null && definitionList([[texts.revoked, instant(revokedAt, context)]]),
    ];
  }
  return [
    consentRows(context, will),
    acceptedAgreements.length === 0 && html`<p>${texts.noAgreement}</p>`,
  ];
}
