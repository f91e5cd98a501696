import { button, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, exact, instant, notice } from '../../kernel/pages/text.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../contracts/webhook-endpoint.ts';
import type { KeyChoice } from './webhook-form-page.ts';
import { hostOf, longText, stateRows } from './webhook-list-page.ts';
import { webhooksPlace, webhookWords } from './webhook-words.ts';

export interface ShownEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: readonly WebhookDelivery[];
  /** Cursor of those that follow; null at the end. */
  readonly next: string | null;
  /** The keys that it could act with. */
  readonly keys: readonly KeyChoice[];
  /** Something was asked for a moment ago that is sent soon. */
  readonly isOnItsWay: boolean;
}

/** An endpoint: how it is set, what can be done with it, and what was sent to it. */
export function webhookPage(site: Site, reader: Reader, shown: ShownEndpoint): Html {
  const { endpoint, deliveries, next, isOnItsWay } = shown;
  const { id, url, description } = endpoint;
  const said = webhookWords(site);
  const title = description ?? hostOf(url);
  return portalLayout(site, reader, { title, kicker: said.title }, [
    isOnItsWay && notice('success', said.onItsWay, html`<p>${said.onItsWayText}</p>`),
    facts(site, shown),
    acts(site, reader, shown),
    html`<h2>${said.deliveries}</h2>
<p>${said.deliveriesText}</p>`,
    deliveries.length === 0 && html`<p>${said.nothingSent}</p>`,
    deliveries.map((delivery) => entry(site, reader, endpoint, delivery)),
    next !== null &&
      html`<p><a href="${href(site, `${webhooksPlace}/${id}?${new URLSearchParams({ after: next })}`)}">${said.older}</a></p>`,
    html`<p class="after"><a href="${href(site, webhooksPlace)}">${said.title}</a></p>`,
  ]);
}

function facts(site: Site, { endpoint, keys }: ShownEndpoint): Html {
  const said = webhookWords(site);
  const { url, types, createdAt } = endpoint;
  const key = keys.find(({ chosen }) => chosen);
  return definitionList([
    [said.address, longText(url)],
    ...stateRows(site, endpoint),
    [
      said.types,
      types === null
        ? said.all
        : html`<ul class="plain">${types.map((type) => html`<li>${longText(type)}</li>`)}</ul>`,
    ],
    [said.actsWith, key === undefined ? said.keyGone : said.keyName(key.label, key.lastFour)],
    [said.created, instant(createdAt, site)],
  ]);
}

function acts(
  site: Site,
  { csrfToken }: Reader,
  { endpoint: { id, status } }: ShownEndpoint,
): Content {
  const said = webhookWords(site);
  const address = (act: string) => href(site, `${webhooksPlace}/${id}/${act}`);
  return [
    html`<p class="acts"><a href="${address('edit')}">${said.change}</a> <a href="${address('rotate')}">${said.rotate}</a> <a href="${address('delete')}">${said.remove}</a></p>`,
    status === 'active'
      ? [
          form({ csrfToken, action: address('test') }, button({ label: said.test })),
          form(
            { csrfToken, action: address('disable') },
            button({ label: said.disable, kind: 'secondary' }),
          ),
        ]
      : html`<p>${linkButton(said.enable, address('enable'))}</p>`,
  ];
}

function entry(
  site: Site,
  { csrfToken }: Reader,
  endpoint: WebhookEndpoint,
  { id, type, status, createdAt, nextAttemptAt, attempts }: WebhookDelivery,
): Content {
  const said = webhookWords(site);
  const last = attempts.at(-1);
  const answer =
    last === undefined
      ? null
      : last.status === null
        ? said.unanswered(last.failure ?? '')
        : said.answered(last.status);
  const action = href(site, `${webhooksPlace}/${endpoint.id}/deliveries/${id}/redeliver`);
  return html`<h3>${exact(type)}</h3>
${definitionList([
  [said.state, said.states[status]],
  [said.made, instant(createdAt, site)],
  last === undefined ? null : [said.last, html`${instant(last.at, site)}, ${answer}`],
  attempts.length < 2 ? null : [said.attempts, String(attempts.length)],
  nextAttemptAt === null ? null : [said.next, instant(nextAttemptAt, site)],
  [said.id, longText(id)],
])}
${
  endpoint.status === 'active' &&
  form(
    { csrfToken, action },
    html`<button class="button secondary" type="submit">${said.again}<span class="unseen">: ${id}</span></button>`,
  )
}`;
}
