import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { notice } from '../../kernel/pages/text.ts';
import { hostOf } from './webhook-list-page.ts';
import { webhooksPlace, webhookWords } from './webhook-words.ts';

interface Named {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
}

/** Shows an endpoint's secret, which is displayed only once. */
export function webhookSecretPage(
  site: Site,
  reader: Reader,
  {
    endpoint,
    secret,
    replaced,
  }: { readonly endpoint: Named; readonly secret: string; readonly replaced: boolean },
): Html {
  const said = webhookWords(site);
  const title = replaced ? said.rotatedTitle : said.addedTitle;
  return portalLayout(site, reader, { title, kicker: nameOf(endpoint) }, [
    notice('warning', said.copy, html`<p>${said.copyText}</p>`),
    html`<h2 id="secret">${said.secret}</h2>
<p class="secret exact" aria-labelledby="secret" role="group">${secret}</p>`,
    replaced && html`<p>${said.overlap}</p>`,
    html`<p>${linkButton(said.copied, href(site, `${webhooksPlace}/${endpoint.id}`))}</p>`,
  ]);
}

/** The same form was sent twice. */
export function webhookSentBeforePage(site: Site, reader: Reader): Html {
  const { before, beforeText, title } = webhookWords(site);
  return portalLayout(site, reader, { title: before, kicker: title }, [
    html`<p>${beforeText}</p>
<p>${linkButton(title, href(site, webhooksPlace))}</p>`,
  ]);
}

/** Asks for confirmation to replace the secret. */
export function rotateWebhookPage(
  site: Site,
  reader: Reader,
  { formId, ...endpoint }: Named & { readonly formId: string },
): Html {
  const said = webhookWords(site);
  return confirmation(site, reader, endpoint, {
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
  site: Site,
  reader: Reader,
  {
    formId,
    count,
    isAll,
    ...endpoint
  }: Named & { readonly formId: string; readonly count: number; readonly isAll: boolean },
): Html {
  const said = webhookWords(site);
  return confirmation(site, reader, endpoint, {
    title: said.resendTitle,
    text: said.resendText(count, isAll),
    sure: count > 0 && [
      html`<input type="hidden" name="formId" value="${formId}">`,
      button({ label: said.resend(count) }),
    ],
  });
}

/** Asks for confirmation to delete the endpoint. */
export function deleteWebhookPage(site: Site, reader: Reader, endpoint: Named): Html {
  const said = webhookWords(site);
  return confirmation(site, reader, endpoint, {
    title: said.removeTitle,
    text: said.removeText,
    sure: button({ label: said.removeIt, kind: 'danger' }),
  });
}

function confirmation(
  site: Site,
  reader: Reader,
  endpoint: Named,
  { title, text, sure }: { title: string; text: string; sure: Content },
): Html {
  const leave = href(site, `${webhooksPlace}/${endpoint.id}`);
  return portalLayout(site, reader, { title, kicker: nameOf(endpoint) }, [
    html`<p class="lead">${text}</p>`,
    form(
      { csrfToken: reader.csrfToken },
      buttons(sure, linkButton(webhookWords(site).leave, leave, 'secondary')),
    ),
  ]);
}

function nameOf({ description, url }: Named): string {
  return description ?? hostOf(url);
}
