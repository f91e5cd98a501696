import { byLocale } from '../../kernel/pages/by-locale.ts';
import {
  button,
  buttons,
  type FieldErrors,
  form,
  formHead,
  linkButton,
} from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { definitionList, instant } from '../../kernel/pages/text.ts';
import { isClientScope, opensEntities } from '../domain/oauth-scope.ts';
import { portalConnectionsPagesTexts } from '../texts/index.ts';
import {
  entityChoice,
  entityName,
  publisherLine,
  type SharedEntity,
  scopeList,
} from './oauth-consent-form.ts';

const textsFor = byLocale(portalConnectionsPagesTexts);

/** An application with access to the viewer's account. */
export interface Connection {
  readonly clientId: string;
  readonly clientName: string;
  /** Null if unknown. */
  readonly publisher: string | null;
  readonly scopes: readonly string[];
  /** Those that the viewer still represents. */
  readonly entities: readonly SharedEntity[];
  readonly createdAt: string;
}

/** Every application to which the viewer has given access. */
export function connectionsPage(
  context: PageContext,
  viewer: Viewer,
  connections: readonly Connection[],
): Html {
  const texts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: texts.title, kicker: texts.kicker, section: '/portal/connections' },
    [
      html`<p class="lead">${texts.lead}</p>`,
      connections.length === 0 && html`<p>${texts.none}</p>`,
      connections.map((connection) => {
        const { clientId, clientName } = connection;
        const address = (act: string) => href(context, `/portal/connections/${clientId}/${act}`);
        const which = html`<span class="unseen">${texts.of(clientName)}</span>`;
        return html`<h2>${clientName}</h2>
${factsOf(context, connection)}
<p class="acts"><a href="${href(context, `/portal/activity?by=oauth_client.${clientId}`)}">${texts.did}<span class="unseen">: ${clientName}</span></a> <a href="${address('revoke')}">${texts.end}${which}</a> ${
          opensEntities(connection.scopes) &&
          html`<a href="${address('legal-entities')}">${texts.change}${which}</a>`
        }</p>`;
      }),
    ],
  );
}

/** Asks for confirmation to end an application's access. */
export function revokeConnectionPage(
  context: PageContext,
  viewer: Viewer,
  connection: Connection,
): Html {
  const { clientName } = connection;
  const texts = textsFor(context);
  return portalLayout(
    context,
    viewer,
    { title: texts.endTitle(clientName), kicker: texts.title, section: '/portal/connections' },
    [
      html`<p class="lead">${texts.endText}</p>`,
      factsOf(context, connection),
      form(
        { csrfToken: viewer.csrfToken },
        buttons(
          button({ label: texts.end, kind: 'danger' }),
          linkButton(texts.leave, href(context, '/portal/connections'), 'secondary'),
        ),
      ),
    ],
  );
}

export interface EntitiesForm {
  readonly clientName: string;
  /** Null if unknown. */
  readonly publisher: string | null;
  /** Those that the viewer represents. */
  readonly entities: readonly SharedEntity[];
  /** Ids of the selected ones. */
  readonly chosen: readonly string[];
  readonly errors?: FieldErrors;
}

/** Asks which legal entities an application can access from now on. */
export function connectionEntitiesPage(
  context: PageContext,
  viewer: Viewer,
  options: EntitiesForm,
): Html {
  const { clientName, publisher, errors = {} } = options;
  const texts = textsFor(context);
  const title = texts.mayTitle(clientName);
  return portalLayout(
    context,
    viewer,
    {
      ...formHead(title, errors, context),
      kicker: texts.title,
      section: '/portal/connections',
    },
    [
      html`<p class="lead">${texts.mayText}</p>`,
      publisherLine(context, publisher),
      form({ csrfToken: viewer.csrfToken }, [
        entityChoice(context, options),
        buttons(
          button({ label: texts.save }),
          linkButton(texts.leaveAsIs, href(context, '/portal/connections'), 'secondary'),
        ),
      ]),
    ],
  );
}

function factsOf(
  context: PageContext,
  { publisher, scopes, entities, createdAt }: Connection,
): Html {
  const texts = textsFor(context);
  return definitionList([
    publisher === null ? null : [texts.publisher, publisher],
    [texts.may, scopeList(context, scopes.filter(isClientScope), 'plain')],
    opensEntities(scopes)
      ? [
          texts.entities,
          entities.length === 0
            ? texts.noEntities
            : html`<ul class="plain">${entities.map((entity) => html`<li>${entityName(context, entity)}</li>`)}</ul>`,
        ]
      : null,
    [texts.since, instant(createdAt, context)],
  ]);
}
