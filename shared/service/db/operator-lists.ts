import type * as z from 'zod/mini';
import { integrationItem, StoredIntegration } from '../../access/db/partner-integrations.ts';
import { amendmentItem, StoredAmendment } from '../../amendments/db/amendments.ts';
import {
  certificateRequestItem,
  StoredCertificateRequest,
} from '../../certificates/db/certificates.ts';
import { StoredUploadScan, uploadScanItem } from '../../documents/db/upload-scans.ts';
import { applicationItem, StoredApplication } from '../../incorporation/db/applications.ts';
import { keys } from '../../kernel/db/keys.ts';
import type { Migration, MigrationSource } from '../../kernel/db/migration.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import type { ThingKind } from '../../kernel/db/things.ts';
import { updateItem } from '../../kernel/db/update.ts';
import { clientItem, StoredClient } from '../../oauth/db/oauth-clients.ts';
import { invoiceItem, StoredInvoice } from '../../payments/db/invoices.ts';
import { emailItem, personItem, StoredPerson } from '../../people/db/people.ts';
import { entityItem, StoredEntity } from '../../registry/db/entities.ts';
import { claimOf, nameClaimItem } from '../../registry/db/names.ts';
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
  readonly guard: 'version' | 'revision' | 'createdAt' | 'status';
}

function listing<S extends z.core.$ZodType>(
  key: Listing['key'],
  guard: Listing['guard'],
  schema: S,
  item: (thing: z.output<S>) => Item,
): Listing {
  return { key, guard, placed: (found) => item(parseStored(schema, found)) };
}

const listings: Readonly<Record<ThingKind | 'person', Listing>> = {
  person: listing(keys.person(''), 'version', StoredPerson, personItem),
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
  upload: listing(keys.uploadScan(''), 'status', StoredUploadScan, uploadScanItem),
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

/**
 * Where claims on addresses and names belong, which say whose they are and nothing else; null: it is no such claim, or not the one that its
 * owner has now.
 */
async function ofClaims(items: readonly Item[], table: Table): Promise<readonly (Item | null)[]> {
  const owners = await getItems(
    table,
    items.map(({ pk, sk, personId, entityId }) => {
      if (sk === 'EMAIL' && String(pk).startsWith('EMAIL#')) return keys.person(String(personId));
      const isName = sk === 'NAME' && String(pk).startsWith('NAME#');
      return isName ? keys.entity(String(entityId)) : null;
    }),
  );
  return items.map(({ pk, sk }, index) => {
    const owner = owners[index];
    if (owner === undefined) return null;
    const claim =
      sk === 'EMAIL' ? claimOnAddress(parseStored(StoredPerson, owner)) : claimOnName(owner);
    return claim['pk'] === pk ? claim : null;
  });
}

function claimOnAddress(person: StoredPerson): Item {
  return emailItem(person.email, person);
}

function claimOnName(owner: Item): Item {
  const entity = parseStored(StoredEntity, owner);
  return nameClaimItem(claimOf(entity), entity);
}

const parts = 8;

/**
 * Puts on the lists of operators what earlier releases have stored, or a former one during a deployment. Some of it is on no
 * list at all, so that the whole table is looked at.
 */
export const operatorLists: Migration = {
  name: 'operator-lists',
  code: 2,
  about:
    'puts entities, applications, filings, invoices, integrations and clients on the lists of operators, and persons and names where they are found',
  segments: Array.from({ length: parts }, (_, part): readonly MigrationSource[] => [
    { scan: { part, of: parts } },
  ]),
  look: async (items, table) => {
    const claims = await ofClaims(items, table);
    return items.map((item, index) => {
      const claim = claims[index];
      const places = claim ? pick(claim) : placesOf(item);
      if (places === null || Object.keys(places).length === 0) return null;
      if (placeFields.every((field) => places[field] === item[field])) return null;
      const guard = claim ? ownerOf(item) : (listingOf(item)?.guard ?? 'version');
      return {
        sample: String(item['id'] ?? item['clientId'] ?? item[guard]),
        carryOut: async () => {
          const outcome = await updateItem(table, filing(item, places, guard));
          return outcome.kind === 'written' ? 'changed' : 'again';
        },
      };
    });
  },
};

function ownerOf(claim: Item): 'personId' | 'entityId' {
  return claim['personId'] === undefined ? 'entityId' : 'personId';
}

/** Puts the item where it belongs, unless somebody wrote it since it was read. */
function filing(
  item: Item,
  places: Readonly<Record<string, unknown>>,
  guard: Listing['guard'] | 'personId' | 'entityId',
) {
  const set = placeFields.filter((field) => places[field] !== undefined);
  const gone = placeFields.filter(
    (field) => places[field] === undefined && item[field] !== undefined,
  );
  return {
    Key: { pk: item['pk'], sk: item['sk'] },
    UpdateExpression: [
      `SET ${set.map((field) => `${field} = :${field}`).join(', ')}`,
      ...(gone.length > 0 ? [`REMOVE ${gone.join(', ')}`] : []),
    ].join(' '),
    ConditionExpression: '#guard = :read',
    ExpressionAttributeNames: { '#guard': guard },
    ExpressionAttributeValues: {
      ':read': item[guard],
      ...Object.fromEntries(set.map((field) => [`:${field}`, places[field]])),
    },
  };
}
