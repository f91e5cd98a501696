import { maintenanceCode } from '../errors/errors.ts';
import { errorPageTexts } from '../texts/index.ts';
import { byLocale } from './by-locale.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { href, type PageContext } from './page-context.ts';

interface Failure {
  readonly status: number;
  readonly requestId: string;
  readonly extras: { readonly code?: string };
}

const textsFor = byLocale(errorPageTexts);

function isSuspension(code: string | undefined): boolean {
  return code === 'account.suspended' || code === 'person.suspended';
}

/** The page for a failure without its own page, with the request id under which it is logged. */
export function errorPage(context: PageContext, { status, requestId, extras }: Failure): Html {
  const texts = textsFor(context);
  const { title, text } =
    extras.code === maintenanceCode
      ? texts.maintained
      : isSuspension(extras.code)
        ? texts.suspended
        : (texts.byStatus[status] ?? (status >= 500 ? texts.unexpected : texts.refused));
  return layout(
    context,
    { title },
    html`<p class="lead">${text}</p>
${status === 404 && html`<p><a href="${href(context, '/')}">${texts.start}</a></p>`}
<p class="fine">${texts.reference} <span class="exact">${requestId}</span></p>`,
  );
}
