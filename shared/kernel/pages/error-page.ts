import { maintenanceCode } from '../errors/errors.ts';
import { errorPageTexts } from '../texts/index.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { href, type Site } from './site.ts';
import { words } from './words.ts';

interface Failure {
  readonly status: number;
  readonly requestId: string;
  readonly extras: { readonly code?: string };
}

const say = words(errorPageTexts);

function isSuspension(code: string | undefined): boolean {
  return code === 'account.suspended' || code === 'person.suspended';
}

/** The page for a failure without its own page, with the request id under which it is logged. */
export function errorPage(site: Site, { status, requestId, extras }: Failure): Html {
  const said = say(site);
  const { title, text } =
    extras.code === maintenanceCode
      ? said.maintained
      : isSuspension(extras.code)
        ? said.suspended
        : (said.byStatus[status] ?? (status >= 500 ? said.unexpected : said.refused));
  return layout(
    site,
    { title },
    html`<p class="lead">${text}</p>
${status === 404 && html`<p><a href="${href(site, '/')}">${said.start}</a></p>`}
<p class="fine">${said.reference} <span class="exact">${requestId}</span></p>`,
  );
}
