import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { secretPart } from '../../kernel/pages/secret-part.ts';
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
  viewer: Viewer,
  {
    endpoint,
    secret,
    replaced,
  }: { readonly endpoint: Named; readonly secret: string; readonly replaced: boolean },
): Html {
  const texts = webhookTextsFor(context);
  const title = replaced ? texts.rotatedTitle : texts.addedTitle;
  return portalLayout(
    context,
    viewer,
    { title, kicker: nameOf(endpoint), section: '/portal/developer' },
    [
      notice('warning', texts.copy, html`<p>${texts.copyText}</p>`),
      secretPart(texts.secret, secret, context),
      replaced && html`<p>${texts.overlap}</p>`,
      html`<p>${linkButton(texts.copied, href(context, `${webhooksPlace}/${endpoint.id}`))}</p>`,
    ],
  );
}

/** The same form was sent twice. */
export function webhookAlreadySentPage(context: PageContext, viewer: Viewer): Html {
  const { before, beforeText, title } = webhookTextsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: before, kicker: title, section: '/portal/developer' },
    [
      html`<p>${beforeText}</p>
<p>${linkButton(title, href(context, webhooksPlace))}</p>`,
    ],
  );
}

/** Asks for confirmation to replace the secret. */
export function rotateWebhookPage(
  context: PageContext,
  viewer: Viewer,
  { formId, ...endpoint }: Named & { readonly formId: string },
): Html {
  const texts = webhookTextsFor(context);
  return confirmation(context, viewer, endpoint, {
    title: texts.rotateTitle,
    text: texts.rotateText,
    sure: [
      html`<input type="hidden" name="formId" value="${formId}">`,
      button({ label: texts.rotate }),
    ],
  });
}

/** Asks for confirmation to send all failed deliveries again, with their number. */
export function resendPage(
  context: PageContext,
  viewer: Viewer,
  {
    formId,
    count,
    isAll,
    ...endpoint
  }: Named & { readonly formId: string; readonly count: number; readonly isAll: boolean },
): Html {
  const texts = webhookTextsFor(context);
  return confirmation(context, viewer, endpoint, {
    title: texts.resendTitle,
    text: texts.resendText(count, isAll),
    sure: count > 0 && [
      html`<input type="hidden" name="formId" value="${formId}">`,
      button({ label: texts.resend(count) }),
    ],
  });
}

/** Asks for confirmation to delete the endpoint. */
export function deleteWebhookPage(context: PageContext, viewer: Viewer, endpoint: Named): Html {
  const texts = webhookTextsFor(context);
  return confirmation(context, viewer, endpoint, {
    title: texts.removeTitle,
    text: texts.removeText,
    sure: button({ label: texts.removeIt, kind: 'danger' }),
  });
}

function confirmation(
  context: PageContext,
  viewer: Viewer,
  endpoint: Named,
  { title, text, sure }: { title: string; text: string; sure: Content },
): Html {
  const leave = href(context, `${webhooksPlace}/${endpoint.id}`);
  return portalLayout(
    context,
    viewer,
    { title, kicker: nameOf(endpoint), section: '/portal/developer' },
    [
      html`<p class="lead">${text}</p>`,
      form(
        { csrfToken: viewer.csrfToken },
        buttons(sure, linkButton(webhookTextsFor(context).leave, leave, 'secondary')),
      ),
    ],
  );
}

function nameOf({ description, url }: Named): string {
  return description ?? hostOf(url);
}
