import { button, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { dataTable, definitionList, exact, instant, notice, tag } from '../../kernel/pages/text.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../contracts/webhook-endpoint.ts';
import type { KeyChoice } from './webhook-form-page.ts';
import { hostOf, longText, stateRows } from './webhook-list-page.ts';
import { webhooksPlace, webhookTextsFor } from './webhook-texts.ts';

export interface ShownEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly deliveries: readonly WebhookDelivery[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  /** The keys that it could use. */
  readonly keys: readonly KeyChoice[];
  /** A requested message will be sent soon. */
  readonly isOnItsWay: boolean;
  /** Only failed deliveries are shown. */
  readonly onlyFailed: boolean;
}

/** An endpoint: its settings, the actions on it, and its deliveries. */
export function webhookPage(context: PageContext, reader: Reader, shown: ShownEndpoint): Html {
  const { endpoint, next, isOnItsWay, onlyFailed } = shown;
  const { id, url, description } = endpoint;
  const said = webhookTextsFor(context);
  const title = description ?? hostOf(url);
  const page = href(context, `${webhooksPlace}/${id}`);
  return portalLayout(context, reader, { title, kicker: said.title, isWide: true }, [
    isOnItsWay && notice('success', said.onItsWay, html`<p>${said.onItsWayText}</p>`),
    facts(context, shown),
    acts(context, reader, shown),
    html`<h2 id="deliveries">${onlyFailed ? said.failedDeliveries : said.deliveries}</h2>
<p>${said.deliveriesText}</p>
<p class="acts"><a href="${page}${onlyFailed ? '' : '?show=failed'}#deliveries">${onlyFailed ? said.showAll : said.showFailed}</a>${endpoint.status === 'active' && html` <a href="${page}/resend">${said.resendAll}</a>`}</p>`,
    shown.deliveries.length === 0
      ? html`<p>${onlyFailed ? said.noneFailed : said.nothingSent}</p>`
      : deliveries(context, endpoint, shown.deliveries),
    next !== null &&
      html`<p class="after"><a href="${page}?${String(new URLSearchParams({ ...(onlyFailed && { show: 'failed' }), after: next }))}">${said.older}</a></p>`,
    html`<p class="after"><a href="${href(context, webhooksPlace)}">${said.title}</a></p>`,
  ]);
}

function facts(context: PageContext, { endpoint, keys }: ShownEndpoint): Html {
  const said = webhookTextsFor(context);
  const { url, types, createdAt } = endpoint;
  const key = keys.find(({ chosen }) => chosen);
  return definitionList([
    [said.address, longText(url)],
    ...stateRows(context, endpoint),
    [
      said.types,
      types === null
        ? said.all
        : html`<ul class="plain">${types.map((type) => html`<li>${longText(type)}</li>`)}</ul>`,
    ],
    [said.actsWith, key === undefined ? said.keyGone : said.keyName(key.label, key.lastFour)],
    [said.created, instant(createdAt, context)],
  ]);
}

function acts(
  context: PageContext,
  { csrfToken }: Reader,
  { endpoint: { id, status } }: ShownEndpoint,
): Content {
  const said = webhookTextsFor(context);
  const address = (act: string) => href(context, `${webhooksPlace}/${id}/${act}`);
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

const tagKinds = {
  due: 'warn',
  succeeded: 'good',
  given_up: 'bad',
  withheld: undefined,
} as const;

function deliveries(
  context: PageContext,
  endpoint: WebhookEndpoint,
  shown: readonly WebhookDelivery[],
): Html {
  const said = webhookTextsFor(context);
  return dataTable(
    [said.event, said.state, said.attempts, said.last, said.made],
    shown.map(({ id, type, status, createdAt, attempts }) => {
      const last = attempts.at(-1);
      return [
        html`<a href="${deliveryPath(context, endpoint, id)}">${exact(type)}<span class="unseen">: ${id}</span></a>`,
        tag(said.states[status], tagKinds[status]),
        String(attempts.length),
        last === undefined ? null : [instant(last.at, context), ', ', answerOf(context, last)],
        instant(createdAt, context),
      ] as const;
    }),
  );
}

function deliveryPath(context: PageContext, { id }: WebhookEndpoint, deliveryId: string): string {
  return href(context, `${webhooksPlace}/${id}/deliveries/${deliveryId}`);
}

function answerOf(
  context: PageContext,
  { status, failure }: WebhookDelivery['attempts'][number],
): string {
  const said = webhookTextsFor(context);
  return status === null ? said.unanswered(failure ?? '') : said.answered(status);
}

export interface ShownDelivery {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
  /** The body as sent; null if the endpoint’s key can no longer read it. */
  readonly body: string | null;
}

/** A delivery: its status, its attempts with the receiver's answers, and the message. */
export function deliveryPage(
  context: PageContext,
  { csrfToken, ...reader }: Reader,
  { endpoint, delivery, body }: ShownDelivery,
): Html {
  const said = webhookTextsFor(context);
  const { id, type, status, createdAt, nextAttemptAt, attempts } = delivery;
  const name = endpoint.description ?? hostOf(endpoint.url);
  return portalLayout(context, { ...reader, csrfToken }, { title: type, kicker: name }, [
    definitionList([
      [said.state, tag(said.states[status], tagKinds[status])],
      [said.made, instant(createdAt, context)],
      nextAttemptAt === null ? null : [said.next, instant(nextAttemptAt, context)],
      [said.address, longText(endpoint.url)],
      [said.id, longText(id)],
    ]),
    endpoint.status === 'active' &&
      form(
        { csrfToken, action: `${deliveryPath(context, endpoint, id)}/redeliver` },
        button({ label: said.again, kind: 'secondary' }),
      ),
    html`<h2>${said.attempts}</h2>`,
    attempts.length === 0
      ? html`<p>${said.nothingSent}</p>`
      : dataTable(
          [said.time, said.answer, said.duration],
          attempts
            .toReversed()
            .map((each) => [
              instant(each.at, context),
              answerOf(context, each),
              said.milliseconds(each.durationMs),
            ]),
        ),
    html`<h2>${said.message}</h2>`,
    body === null
      ? html`<p>${said.states.withheld}</p>`
      : html`<p>${said.messageText}</p>
<pre class="message">${JSON.stringify(JSON.parse(body), null, 2)}</pre>`,
    html`<p class="after"><a href="${href(context, `${webhooksPlace}/${endpoint.id}`)}">${name}</a></p>`,
  ]);
}
