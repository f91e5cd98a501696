import { linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import type { WebhookEndpoint } from '../contracts/webhook-endpoint.ts';
import { webhooksPlace, webhookTextsFor } from './webhook-texts.ts';

/** Settings → Developer → Webhooks: the endpoints, oldest first. */
export function webhookListPage(
  context: PageContext,
  viewer: Viewer,
  endpoints: readonly WebhookEndpoint[],
): Html {
  const { title, kicker, lead, guide, add, none } = webhookTextsFor(context);
  return portalLayout(context, viewer, { title, kicker, section: '/portal/developer' }, [
    html`<p class="lead">${lead} <a href="${href(context, '/docs')}">${guide}</a></p>
<p>${linkButton(add, href(context, `${webhooksPlace}/new`))}</p>`,
    endpoints.length === 0 && html`<p>${none}</p>`,
    endpoints.map((endpoint) => entry(context, endpoint)),
  ]);
}

function entry(context: PageContext, { id, url, description, ...state }: WebhookEndpoint): Content {
  const texts = webhookTextsFor(context);
  return html`<h2>${description ?? hostOf(url)}</h2>
${definitionList([[texts.address, longText(url)], ...stateRows(context, state)])}
<p class="acts"><a href="${href(context, `${webhooksPlace}/${id}`)}">${texts.open}<span class="unseen">: ${description ?? url}</span></a></p>`;
}

/** Whether an endpoint is enabled, since when, and why not. */
export function stateRows(
  context: PageContext,
  {
    status,
    disabledReason,
    disabledAt,
    failingSince,
  }: Pick<WebhookEndpoint, 'status' | 'disabledReason' | 'disabledAt' | 'failingSince'>,
) {
  const texts = webhookTextsFor(context);
  return [
    [texts.status, texts.statuses[status]] as const,
    disabledAt === null ? null : ([texts.since, instant(disabledAt, context)] as const),
    disabledReason === null ? null : ([texts.reason, texts.reasons[disabledReason]] as const),
    failingSince === null ? null : ([texts.failing, instant(failingSince, context)] as const),
  ];
}

/** A URL that may be longer than a line. */
export function longText(text: string): Html {
  return html`<span class="exact">${text}</span>`;
}

/** The name of an endpoint without a description. */
export function hostOf(url: string): string {
  return new URL(url).host;
}
