import {
  button,
  buttons,
  errorSummary,
  type FieldErrors,
  form,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, inEnglish, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { isOAuthScope, opensEntities } from '../domain/oauth-scope.ts';
import { entityChoice, entityName, type SharedEntity, scopeList } from './oauth-consent-form.ts';

/** An application that may use the reader's account. */
export interface Connection {
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
  /** Those that the reader still represents. */
  readonly entities: readonly SharedEntity[];
  readonly createdAt: string;
}

/** Every application that the reader has allowed something. */
export function connectionsPage(
  site: Site,
  reader: Reader,
  connections: readonly Connection[],
): Html {
  return portalLayout(
    inEnglish(site),
    reader,
    { title: 'Connected applications', kicker: 'Settings', place: '/portal/connections' },
    [
      html`<p class="lead">These applications may use your account until you end their access, which takes effect at once; signing out does not end it.</p>`,
      connections.length === 0 && html`<p>There are none.</p>`,
      connections.map((connection) => {
        const { clientId, clientName } = connection;
        const address = (act: string) => href(site, `/portal/connections/${clientId}/${act}`);
        const which = html`<span class="unseen"> of ${clientName}</span>`;
        return html`<h2>${clientName}</h2>
${factsOf(connection)}
<p class="acts"><a href="${address('revoke')}">End the access${which}</a> ${
          opensEntities(connection.scopes) &&
          html`<a href="${address('legal-entities')}">Change the legal entities${which}</a>`
        }</p>`;
      }),
    ],
  );
}

/** Asks whether an application's access is to end. */
export function revokeConnectionPage(site: Site, reader: Reader, connection: Connection): Html {
  const { clientName } = connection;
  return portalLayout(
    inEnglish(site),
    reader,
    { title: `End the access of ${clientName}?`, kicker: 'Connected applications' },
    [
      html`<p class="lead">It stops at once, on all your devices. What the application has already read stays with it. You can allow it again later.</p>`,
      factsOf(connection),
      form(
        { csrfToken: reader.csrfToken },
        buttons(
          button({ label: 'End the access', kind: 'danger' }),
          linkButton('Leave it connected', href(site, '/portal/connections'), 'secondary'),
        ),
      ),
    ],
  );
}

export interface EntitiesForm {
  readonly clientName: string;
  /** Those that the reader represents. */
  readonly entities: readonly SharedEntity[];
  /** Ids of those that are ticked. */
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks which legal entities an application may see from now on. */
export function connectionEntitiesPage(site: Site, reader: Reader, options: EntitiesForm): Html {
  const { clientName, errors = {} } = options;
  const title = `What ${clientName} may see`;
  return portalLayout(
    inEnglish(site),
    reader,
    {
      title: Object.keys(errors).length > 0 ? `Error: ${title}` : title,
      heading: title,
      kicker: 'Connected applications',
      before: errorSummary(errors),
    },
    [
      html`<p class="lead">What you untick is hidden at once. What you tick is shown the next time that the application asks for access.</p>`,
      form({ csrfToken: reader.csrfToken }, [
        entityChoice(options),
        buttons(
          button({ label: 'Save' }),
          linkButton('Leave it as it is', href(site, '/portal/connections'), 'secondary'),
        ),
      ]),
    ],
  );
}

function factsOf({ scopes, entities, createdAt }: Connection): Html {
  return definitionList([
    ['What it may do', scopeList(scopes.filter(isOAuthScope), 'plain')],
    opensEntities(scopes)
      ? [
          'Legal entities',
          entities.length === 0
            ? 'None'
            : html`<ul class="plain">${entities.map((entity) => html`<li>${entityName(entity)}</li>`)}</ul>`,
        ]
      : null,
    ['Allowed since', instant(createdAt)],
  ]);
}
