import { type CompanyName, fullName } from '../../kernel/domain/legal-entity.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { exact } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { entityPath } from '../../registry/contracts/own-entities-contract.ts';
import type { EntityStanding } from '../../registry/domain/good-standing.ts';
import { ownEntitiesPageTexts } from '../texts/index.ts';
import { standingTag } from './entity-standing-words.ts';

const say = words(ownEntitiesPageTexts);

/** A legal entity in the list. */
export interface ListedEntity extends CompanyName {
  readonly id: string;
  readonly residentPermitNumber: string;
  readonly standing: EntityStanding;
}

/** The legal entities that a person represents. */
export function ownEntitiesPage(
  site: Site,
  reader: Reader,
  entities: readonly ListedEntity[],
): Html {
  const { title, none, apply } = say(site);
  return portalLayout(site, reader, { title, place: '/portal/legal-entities' }, [
    entities.length === 0
      ? html`<p class="lead">${none}</p>
<p><a href="${href(site, '/portal/applications')}">${apply}</a></p>`
      : html`<dl>${entities.map(
          (entity) =>
            html`<div><dt><a href="${href(site, entityPath(entity.id))}">${fullName(entity)}</a></dt><dd>${exact(entity.residentPermitNumber)} ${standingTag(entity.standing, site)}</dd></div>`,
        )}</dl>`,
  ]);
}
