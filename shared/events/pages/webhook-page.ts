import type { SortOrder } from '../../kernel/contracts/pagination.ts';
import { button, form, linkButton, listQuery } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import {
  dataTable,
  definitionList,
  dotted,
  instant,
  notice,
  type SortableHead,
  sortableHead,
  tag,
} from '../../kernel/pages/text.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../contracts/webhook-endpoint.ts';
import type { KeyChoice } from './webhook-form-page.ts';
import { hostOf, longText, stateRows } from './webhook-list-page.ts';
import { webhooksPlace, webhookTextsFor } from './webhook-texts.ts';

export interface EndpointView {
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
  /** The chosen order by time; undefined for the usual one, newest first. */
  readonly order: SortOrder | undefined;
}

/** An endpoint: its settings, the actions on it, and its deliveries. */
export function webhookPage(context: PageContext, viewer: Viewer, view: EndpointView): Html {
  const { endpoint, next, isOnItsWay, onlyFailed, order } = view;
  const { id, url, description } = endpoint;
  const texts = webhookTextsFor(context);
  const title = description ?? hostOf(url);
  const page = href(context, `${webhooksPlace}/${id}`);
  // Deliveries are stored by time only, and a page of failed ones is picked from many: no other order is true.
  const made = onlyFailed
    ? texts.made
    : sortableHead(
        texts.made,
        order ?? 'desc',
        (to) => `${page}?${listQuery({ sort: 'made', order: to })}#deliveries`,
      );
  return portalLayout(
    context,
    viewer,
    { title, kicker: texts.title, section: '/portal/developer', isWide: true },
    [
      isOnItsWay && notice('success', texts.onItsWay, html`<p>${texts.onItsWayText}</p>`),
      facts(context, view),
      acts(context, viewer, view),
      html`<h2 id="deliveries">${onlyFailed ? texts.failedDeliveries : texts.deliveries}</h2>
<p>${texts.deliveriesText}</p>
<p class="acts"><a href="${page}${onlyFailed ? '' : '?show=failed'}#deliveries">${onlyFailed ? texts.showAll : texts.showFailed}</a>${endpoint.status === 'active' && html` <a href="${page}/resend">${texts.resendAll}</a>`}</p>`,
      view.deliveries.length === 0
        ? html`<p>${onlyFailed ? texts.noneFailed : texts.nothingSent}</p>`
        : deliveries(context, endpoint, view.deliveries, made),
      next !== null &&
        html`<p class="after"><a href="${page}?${listQuery({ ...(onlyFailed ? { show: 'failed' } : { sort: order && 'made', order }), after: next })}">${order === 'asc' && !onlyFailed ? texts.newer : texts.older}</a></p>`,
      html`<p class="after"><a href="${href(context, webhooksPlace)}">${texts.title}</a></p>`,
    ],
  );
}

function facts(context: PageContext, { endpoint, keys }: EndpointView): Html {
  const texts = webhookTextsFor(context);
  const { url, types, createdAt } = endpoint;
  const key = keys.find(({ chosen }) => chosen);
  return definitionList([
    [texts.address, longText(url)],
    ...stateRows(context, endpoint),
    [
      texts.types,
      types === null
        ? texts.all
        : html`<ul class="plain">${types.map((type) => html`<li>${longText(type)}</li>`)}</ul>`,
    ],
    [texts.actsWith, key === undefined ? texts.keyGone : texts.keyName(key.label, key.lastFour)],
    [texts.created, instant(createdAt, context)],
  ]);
}

function acts(
  context: PageContext,
  { csrfToken }: Viewer,
  { endpoint: { id, status } }: EndpointView,
): Content {
  const texts = webhookTextsFor(context);
  const address = (act: string) => href(context, `${webhooksPlace}/${id}/${act}`);
  return [
    html`<p class="acts"><a href="${address('edit')}">${texts.change}</a> <a href="${address('rotate')}">${texts.rotate}</a> <a href="${address('delete')}">${texts.remove}</a></p>`,
    status === 'active'
      ? [
          form({ csrfToken, action: address('test') }, button({ label: texts.test })),
          form(
            { csrfToken, action: address('disable') },
            button({ label: texts.disable, kind: 'secondary' }),
          ),
        ]
      : html`<p>${linkButton(texts.enable, address('enable'))}</p>`,
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
  view: readonly WebhookDelivery[],
  made: string | SortableHead,
): Html {
  const texts = webhookTextsFor(context);
  return dataTable(
    [texts.event, texts.state, texts.attempts, texts.last, made],
    view.map(({ id, type, status, createdAt, attempts }) => {
      const last = attempts.at(-1);
      return [
        html`<a href="${deliveryPath(context, endpoint, id)}">${dotted(type)}<span class="unseen">: ${id}</span></a>`,
        tag(texts.states[status], tagKinds[status]),
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
  const texts = webhookTextsFor(context);
  return status === null ? texts.unanswered(failure ?? '') : texts.answered(status);
}

export interface DeliveryView {
  readonly endpoint: WebhookEndpoint;
  readonly delivery: WebhookDelivery;
  /** The body as sent; null if the endpoint’s key can no longer read it. */
  readonly body: string | null;
}

/** A delivery: its status, its attempts with the receiver's answers, and the message. */
export function deliveryPage(
  context: PageContext,
  { csrfToken, ...viewer }: Viewer,
  { endpoint, delivery, body }: DeliveryView,
): Html {
  const texts = webhookTextsFor(context);
  const { id, type, status, createdAt, nextAttemptAt, attempts } = delivery;
  const name = endpoint.description ?? hostOf(endpoint.url);
  return portalLayout(
    context,
    { ...viewer, csrfToken },
    { title: type, kicker: name, section: '/portal/developer' },
    [
      definitionList([
        [texts.state, tag(texts.states[status], tagKinds[status])],
        [texts.made, instant(createdAt, context)],
        nextAttemptAt === null ? null : [texts.next, instant(nextAttemptAt, context)],
        [texts.address, longText(endpoint.url)],
        [texts.id, longText(id)],
      ]),
      endpoint.status === 'active' &&
        form(
          { csrfToken, action: `${deliveryPath(context, endpoint, id)}/redeliver` },
          button({ label: texts.again, kind: 'secondary' }),
        ),
      html`<h2>${texts.attempts}</h2>`,
      attempts.length === 0
        ? html`<p>${texts.nothingSent}</p>`
        : dataTable(
            [texts.time, texts.answer, texts.duration],
            attempts
              .toReversed()
              .map((each) => [
                instant(each.at, context),
                answerOf(context, each),
                texts.milliseconds(each.durationMs),
              ]),
          ),
      html`<h2>${texts.message}</h2>`,
      body === null
        ? html`<p>${texts.states.withheld}</p>`
        : html`<p>${texts.messageText}</p>
<pre class="message">${JSON.stringify(JSON.parse(body), null, 2)}</pre>`,
      html`<p class="after"><a href="${href(context, `${webhooksPlace}/${endpoint.id}`)}">${name}</a></p>`,
    ],
  );
}
