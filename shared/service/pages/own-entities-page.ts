import { type CompanyName, entityType, fullName } from '../../kernel/domain/legal-entity.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { entityTypeLabel } from '../../kernel/pages/entity-type-label.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { portalLayout, type Viewer } from '../../kernel/pages/portal-layout.ts';
import { dataTable, exact } from '../../kernel/pages/text.ts';
import { entityPath } from '../../registry/contracts/own-entities-contract.ts';
import type { EntityStanding } from '../../registry/domain/good-standing.ts';
import { ownEntitiesPageTexts } from '../texts/index.ts';
import { standingTag } from './entity-standing-words.ts';

const textsFor = byLocale(ownEntitiesPageTexts);

/** A legal entity in the list. */
export interface ListedEntity extends CompanyName {
  readonly id: string;
  readonly optionId: string;
  readonly residentPermitNumber: string;
  readonly standing: EntityStanding;
}

/** The legal entities that a person represents. */
export function ownEntitiesPage(
  context: PageContext,
  viewer: Viewer,
  entities: readonly ListedEntity[],
): Html {
  const texts = textsFor(context);
  const { title, none, apply } = texts;
  return portalLayout(context, viewer, { title, section: '/portal/legal-entities', isWide: true }, [
    entities.length === 0
      ? html`<p class="lead">${none}</p>
<p><a href="${href(context, '/portal/applications')}">${apply}</a></p>`
      : dataTable(
          [texts.name, texts.type, texts.number, texts.status],
          entities.map((entity) => [
            html`<a href="${href(context, entityPath(entity.id))}">${fullName(entity)}</a>`,
            entityTypeLabel(entityType(entity.optionId), context),
            exact(entity.residentPermitNumber),
            standingTag(entity.standing, context),
          ]),
        ),
  ]);
}
