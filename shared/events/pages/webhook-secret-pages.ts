import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { notice } from '../../kernel/pages/text.ts';
import { hostOf } from './webhook-list-page.ts';
import { webhooksPlace, webhookTextsFor } from './webhook-texts.ts';

interface Named {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
}

/** Shows an endpoint's secret, which is displayed only once. */
export function webhookSecretPage(
  context: PageContext,
  reader: Reader,
  {
    endpoint,
    secret,
    replaced,
  }: { readonly endpoint: Named; readonly secret: string; readonly replaced: boolean },
): Html {
  const said = webhookTextsFor(context);
  const title = replaced ? said.rotatedTitle : said.addedTitle;
  return portalLayout(context, reader, { title, kicker: nameOf(endpoint) }, [
    notice('warning', said.copy, html`<p>${said.copyText}</p>`),
    html`<h2 id="secret">${said.secret}</h2>
<p class="secret exact" aria-labelledby="secret" role="group">${secret}</p>`,
    replaced && html`<p>${said.overlap}</p>`,
    html`<p>${linkButton(said.copied, href(context, `${webhooksPlace}/${endpoint.id}`))}</p>`,
  ]);
}

/** The same form was sent twice. */
export function webhookSentBeforePage(context: PageContext, reader: Reader): Html {
  const { before, beforeText, title } = webhookTextsFor(context);
  return portalLayout(context, reader, { title: before, kicker: title }, [
    html`<p>${beforeText}</p>
<p>${linkButton(title, href(context, webhooksPlace))}</p>`,
  ]);
}

/** Asks for confirmation to replace the secret. */
export function rotateWebhookPage(
  context: PageContext,
  reader: Reader,
  { formId, ...endpoint }: Named & { readonly formId: string },
): Html {
  const said = webhookTextsFor(context);
  return confirmation(context, reader, endpoint, {
    title: said.rotateTitle,
    text: said.rotateText,
    sure: [
      html`<input type="hidden" name="formId" value="${formId}">`,
      button({ label: said.rotate }),
    ],
  });
}

/** Asks for confirmation to send all failed deliveries again, with their number. */
export function resendPage(
  context: PageContext,
  reader: Reader,
  {
    formId,
    count,
    isAll,
    ...endpoint
  }: Named & { readonly formId: string; readonly count: number; readonly isAll: boolean },
): Html {
  const said = webhookTextsFor(context);
  return confirmation(context, reader, endpoint, {
    title: said.resendTitle,
    text: said.resendText(count, isAll),
    sure: count > 0 && [
      html`<input type="hidden" name="formId" value="${formId}">`,
      button({ label: said.resend(count) }),
    ],
  });
}

/** Asks for confirmation to delete the endpoint. */
export function deleteWebhookPage(context: PageContext, reader: Reader, endpoint: Named): Html {
  const said = webhookTextsFor(context);
  return confirmation(context, reader, endpoint, {
    title: said.removeTitle,
    text: said.removeText,
    sure: button({ label: said.removeIt, kind: 'danger' }),
  });
}

function confirmation(
  context: PageContext,
  reader: Reader,
  endpoint: Named,
  { title, text, sure }: { title: string; text: string; sure: Content },
): Html {
  const leave = href(context, `${webhooksPlace}/${endpoint.id}`);
  return portalLayout(context, reader, { title, kicker: nameOf(endpoint) }, [
    html`<p class="lead">${text}</p>`,
    form(
      { csrfToken: reader.csrfToken },
      buttons(sure, linkButton(webhookTextsFor(context).leave, leave, 'secondary')),
    ),
  ]);
}

function nameOf({ description, url }: Named): string {
  return description ?? hostOf(url);
}
