import type * as z from 'zod/mini';
import { integrationItem, StoredIntegration } from '../../access/db/partner-integrations.ts';
import { amendmentItem, StoredAmendment } from '../../amendments/amendments.ts';
import {
  certificateRequestItem,
  StoredCertificateRequest,
} from '../../certificates/certificates.ts';
import { applicationItem, StoredApplication } from '../../incorporation/applications.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Migration, MigrationSource } from '../../kernel/db/migration.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { ThingKind } from '../../kernel/db/things.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { clientItem, StoredClient } from '../../oauth/db/oauth-clients.ts';
import { invoiceItem, StoredInvoice } from '../../payments/db/invoices.ts';
import { entityItem, StoredEntity } from '../../registry/db/entities.ts';
import {
  residencyApplicationItem,
  StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';

/** How things of a kind are told from other items, and where they belong. */
interface Listing {
  /** What the keys of such an item begin with. */
  readonly key: { readonly pk: string; readonly sk: string };
  readonly placed: (item: Item) => Item;
  /** What goes up, or differs, with every write that moves it. */
  readonly guard: 'version' | 'revision' | 'createdAt';
}

function listing<S extends z.core.$ZodType>(
  key: Listing['key'],
  guard: Listing['guard'],
  schema: S,
  item: (thing: z.output<S>) => Item,
): Listing {
  return { key, guard, placed: (found) => item(parseStored(schema, found)) };
}

const listings: Readonly<Record<ThingKind, Listing>> = {
  legal_entity: listing(keys.entity(''), 'version', StoredEntity, entityItem),
  legal_entity_application: listing(
    keys.application('', ''),
    'version',
    StoredApplication,
    applicationItem,
  ),
  amendment: listing(keys.amendment('', ''), 'version', StoredAmendment, amendmentItem),
  certificate_request: listing(
    keys.certificateRequest('', ''),
    'version',
    StoredCertificateRequest,
    certificateRequestItem,
  ),
  residency_application: listing(
    keys.residencyApplication(''),
    'revision',
    StoredResidencyApplication,
    residencyApplicationItem,
  ),
  invoice: listing(keys.invoice(''), 'version', StoredInvoice, invoiceItem),
  partner_integration: listing(
    keys.integration(''),
    'createdAt',
    StoredIntegration,
    integrationItem,
  ),
  oauth_client: listing(keys.oauthClient(''), 'createdAt', StoredClient, clientItem),
};

const placeFields = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;

/** Where an item belongs on lists of operators; null: it is none of those things. */
export function placesOf(item: Item): Readonly<Record<string, unknown>> | null {
  const found = listingOf(item);
  return found && pick(found.placed(item));
}

function listingOf({ pk, sk }: Item): Listing | null {
  const of = Object.values(listings).find(({ key }) => {
    const isAlone = !key.sk.includes('#');
    return (
      String(pk).startsWith(key.pk) &&
      (isAlone ? String(sk) === key.sk : String(sk).startsWith(key.sk))
    );
  });
  return of ?? null;
}

function pick(item: Item): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    placeFields.flatMap((field) => (item[field] === undefined ? [] : [[field, item[field]]])),
  );
}

const parts = 8;

/**
 * Puts on the lists of operators what earlier releases have stored, or a former one during a deployment. Some of it is on no
 * list at all, so that the whole table is looked at.
 */
export const operatorLists: Migration = {
  name: 'operator-lists',
  code: 1,
  about:
    'puts entities, applications, filings, invoices, integrations and clients on the lists of operators',
  segments: Array.from({ length: parts }, (_, part): readonly MigrationSource[] => [
    { scan: { part, of: parts } },
  ]),
  look: async (items, table) =>
    items.map((item) => {
      const found = listingOf(item);
      const places = placesOf(item);
      if (found === null || places === null) return null;
      if (placeFields.every((field) => places[field] === item[field])) return null;
      const names = Object.keys(places);
      return {
        sample: String(item['id'] ?? item['clientId']),
        carryOut: async () => {
          const outcome = await updateItem(table, {
            Key: { pk: item['pk'], sk: item['sk'] },
            UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
            ConditionExpression: '#guard = :read',
            ExpressionAttributeNames: { '#guard': found.guard },
            ExpressionAttributeValues: {
              ':read': item[found.guard],
              ...Object.fromEntries(names.map((name) => [`:${name}`, places[name]])),
            },
          });
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    }),
};
