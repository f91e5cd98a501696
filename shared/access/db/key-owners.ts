import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readListed } from '../../kernel/db/things.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';

/** Who has keys: a person, or a partner's integration. */
export interface KeyOwner {
  readonly type: 'person' | 'partner_integration';
  readonly id: string;
}

/** What the trail calls the registration of an integration. */
const integrationRegistered = 'partner_integration.registered';

const behindIntegrations = 'P';

/**
 * A page of everybody who can have keys: integrations, then persons, both newest first. Integrations are found by the trail, which has
 * the registration of each. Only ids are read, so that an item that can't be read hides nobody's keys.
 *
 * `after` is the `next` of the page before.
 */
export async function readKeyOwners(
  table: Table,
  owners: { readonly integrations: boolean; readonly people: boolean },
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): Promise<Page<KeyOwner>> {
  if (owners.integrations && !after?.startsWith(behindIntegrations)) {
    const page = await readAudit(table, { action: integrationRegistered }, { limit, after });
    const items = page.items.flatMap(({ subject }): readonly KeyOwner[] =>
      subject === null ? [] : [{ type: 'partner_integration', id: subject.id }],
    );
    return { items, next: page.next ?? (owners.people ? behindIntegrations : null) };
  }
  if (!owners.people) return { items: [], next: null };
  const place = after?.slice(behindIntegrations.length) || undefined;
  const page = await readListed(table, 'person', { limit, after: place });
  return {
    items: page.items.map((item) => ({ type: 'person', id: String(item['id']) })),
    next: page.next === null ? null : behindIntegrations + page.next,
  };
}
