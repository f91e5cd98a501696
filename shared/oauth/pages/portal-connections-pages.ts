import {
  button,
  buttons,
  type FieldErrors,
  form,
  formHead,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { isClientScope, opensEntities } from '../domain/oauth-scope.ts';
import { portalConnectionsPagesTexts } from '../texts/index.ts';
import {
  entityChoice,
  entityName,
  publisherLine,
  type SharedEntity,
  scopeList,
} from './oauth-consent-form.ts';

const say = words(portalConnectionsPagesTexts);

/** An application with access to the reader's account. */
export interface Connection {
  readonly clientId: string;
  readonly clientName: string;
  /** Null if unknown. */
  readonly publisher: string | null;
  readonly scopes: readonly string[];
  /** Those that the reader still represents. */
  readonly entities: readonly SharedEntity[];
  readonly createdAt: string;
}

/** Every application to which the reader has given access. */
export function connectionsPage(
  site: Site,
  reader: Reader,
  connections: readonly Connection[],
): Html {
  const said = say(site);
  return portalLayout(
    site,
    reader,
    { title: said.title, kicker: said.kicker, place: '/portal/connections' },
    [
      html`<p class="lead">${said.lead}</p>`,
      connections.length === 0 && html`<p>${said.none}</p>`,
      connections.map((connection) => {
        const { clientId, clientName } = connection;
        const address = (act: string) => href(site, `/portal/connections/${clientId}/${act}`);
        const which = html`<span class="unseen">${said.of(clientName)}</span>`;
        return html`<h2>${clientName}</h2>
${factsOf(site, connection)}
<p class="acts"><a href="${href(site, `/portal/activity?by=oauth_client.${clientId}`)}">${said.did}<span class="unseen">: ${clientName}</span></a> <a href="${address('revoke')}">${said.end}${which}</a> ${
          opensEntities(connection.scopes) &&
          html`<a href="${address('legal-entities')}">${said.change}${which}</a>`
        }</p>`;
      }),
    ],
  );
}

/** Asks for confirmation to end an application's access. */
export function revokeConnectionPage(site: Site, reader: Reader, connection: Connection): Html {
  const { clientName } = connection;
  const said = say(site);
  return portalLayout(site, reader, { title: said.endTitle(clientName), kicker: said.title }, [
    html`<p class="lead">${said.endText}</p>`,
    factsOf(site, connection),
    form(
      { csrfToken: reader.csrfToken },
      buttons(
        button({ label: said.end, kind: 'danger' }),
        linkButton(said.leave, href(site, '/portal/connections'), 'secondary'),
      ),
    ),
  ]);
}

export interface EntitiesForm {
  readonly clientName: string;
  /** Null if unknown. */
  readonly publisher: string | null;
  /** Those that the reader represents. */
  readonly entities: readonly SharedEntity[];
  /** Ids of the selected ones. */
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks which legal entities an application can access from now on. */
export function connectionEntitiesPage(site: Site, reader: Reader, options: EntitiesForm): Html {
  const { clientName, publisher, errors = {} } = options;
  const said = say(site);
  const title = said.mayTitle(clientName);
  return portalLayout(
    site,
    reader,
    {
      ...formHead(title, errors, site),
      kicker: said.title,
    },
    [
      html`<p class="lead">${said.mayText}</p>`,
      publisherLine(site, publisher),
      form({ csrfToken: reader.csrfToken }, [
        entityChoice(site, options),
        buttons(
          button({ label: said.save }),
          linkButton(said.leaveAsIs, href(site, '/portal/connections'), 'secondary'),
        ),
      ]),
    ],
  );
}

function factsOf(site: Site, { publisher, scopes, entities, createdAt }: Connection): Html {
  const said = say(site);
  return definitionList([
    publisher === null ? null : [said.publisher, publisher],
    [said.may, scopeList(site, scopes.filter(isClientScope), 'plain')],
    opensEntities(scopes)
      ? [
          said.entities,
          entities.length === 0
            ? said.noEntities
            : html`<ul class="plain">${entities.map((entity) => html`<li>${entityName(site, entity)}</li>`)}</ul>`,
        ]
      : null,
    [said.since, instant(createdAt, site)],
  ]);
}
