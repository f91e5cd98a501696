import type * as z from 'zod/mini';
import { integrationItem, StoredIntegration } from '../../shared/access/db/partner-integrations.ts';
import { amendmentItem, StoredAmendment } from '../../shared/amendments/db/amendments.ts';
import {
  certificateRequestItem,
  StoredCertificateRequest,
} from '../../shared/certificates/db/certificates.ts';
import { StoredUploadScan, uploadScanItem } from '../../shared/documents/db/upload-scans.ts';
import { applicationItem, StoredApplication } from '../../shared/incorporation/db/applications.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import type { ListedKind } from '../../shared/kernel/db/listed-kinds.ts';
import { parseStored } from '../../shared/kernel/db/stored.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { clientItem, StoredClient } from '../../shared/oauth/db/oauth-clients.ts';
import { invoiceItem, StoredInvoice } from '../../shared/payments/db/invoices.ts';
import { personItem, StoredPerson } from '../../shared/people/db/people.ts';
import { entityItem, StoredEntity } from '../../shared/registry/db/entities.ts';
import {
  residencyApplicationItem,
  StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';

/** How to recognize items of a kind, and the lists that they belong to. */
interface Listing {
  /** The beginning of such an item's keys. */
  readonly key: { readonly pk: string; readonly sk: string };
  readonly placed: (item: Item) => Item;
}

function listing<S extends z.core.$ZodType>(
  key: Listing['key'],
  schema: S,
  item: (item: z.output<S>) => Item,
): Listing {
  return { key, placed: (found) => item(parseStored(schema, found)) };
}

const listings: Readonly<Record<ListedKind | 'person', Listing>> = {
  person: listing(keys.person(''), StoredPerson, personItem),
  legal_entity: listing(keys.entity(''), StoredEntity, entityItem),
  legal_entity_application: listing(keys.application('', ''), StoredApplication, applicationItem),
  amendment: listing(keys.amendment('', ''), StoredAmendment, amendmentItem),
  certificate_request: listing(
    keys.certificateRequest('', ''),
    StoredCertificateRequest,
    certificateRequestItem,
  ),
  residency_application: listing(
    keys.residencyApplication(''),
    StoredResidencyApplication,
    residencyApplicationItem,
  ),
  invoice: listing(keys.invoice(''), StoredInvoice, invoiceItem),
  partner_integration: listing(keys.integration(''), StoredIntegration, integrationItem),
  oauth_client: listing(keys.oauthClient(''), StoredClient, clientItem),
  upload: listing(keys.uploadScan(''), StoredUploadScan, uploadScanItem),
};

const placeFields = ['gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk'] as const;

/** An item's places on operators' lists; null if it is on none. */
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
