import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { allKeysOf, findKey, keyWrites } from '../../shared/access/db/api-keys.ts';
import {
  newKeyApprovalWrites,
  type StoredKeyApproval,
} from '../../shared/access/db/key-approvals.ts';
import { integrationItem, StoredIntegration } from '../../shared/access/db/partner-integrations.ts';
import { keyApprovalId } from '../../shared/access/domain/key-approval.ts';
import {
  newMailboxCaseWrites,
  type StoredMailboxCase,
} from '../../shared/account/db/mailbox-cases.ts';
import { amendmentItem, StoredAmendment } from '../../shared/amendments/db/amendments.ts';
import {
  certificateRequestItem,
  StoredCertificateRequest,
} from '../../shared/certificates/db/certificates.ts';
import { documentItem, listDocuments } from '../../shared/documents/db/documents.ts';
import { type StoredUploadScan, uploadScanItem } from '../../shared/documents/db/upload-scans.ts';
import { deliveryWrite } from '../../shared/events/db/webhook-deliveries.ts';
import { applicationItem, StoredApplication } from '../../shared/incorporation/db/applications.ts';
import { shards } from '../../shared/kernel/db/key-parts.ts';
import { type ItemKey, keys, partitions } from '../../shared/kernel/db/keys.ts';
import { parseStored } from '../../shared/kernel/db/stored.ts';
import { getItem, type Item } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { mailAddressWrites } from '../../shared/mail/db/mail-addresses.ts';
import { clientItem, type StoredClient } from '../../shared/oauth/db/oauth-clients.ts';
import { invoiceItem, type StoredInvoice } from '../../shared/payments/db/invoices.ts';
import {
  newPaymentCaseWrites,
  paymentCaseId,
  paymentCaseWrites,
} from '../../shared/payments/db/payment-cases.ts';
import { findVoucher, newVoucherWrites } from '../../shared/payments/db/vouchers.ts';
import { openCase } from '../../shared/payments/domain/payment-case.ts';
import { findPerson, newPersonWrites } from '../../shared/people/db/people.ts';
import { auditWrites } from '../../shared/platform/db/audit-items.ts';
import { entityItem, StoredEntity } from '../../shared/registry/db/entities.ts';
import {
  nameClaimItem,
  reservationFor,
  reservedNameWrites,
} from '../../shared/registry/db/names.ts';
import {
  findResidencyApplication,
  newResidencyApplicationWrites,
  residencyApplicationItem,
  StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { newVisitorPassWrites } from '../../shared/residency/db/visitor-passes.ts';
import { newReviewWrites, type StoredReview } from '../../shared/reviews/db/reviews.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  newOperatorApprovalWrites,
  type StoredOperatorApproval,
} from '../../shared/staff/db/operator-approvals.ts';
import { staffMemberWrite } from '../../shared/staff/db/staff.ts';
import { aFiler, filingIn, freshName, propose } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest } from '../support/certificates.ts';
import { aDraft } from '../support/drafts.ts';
import { aPartner, aPartnerDraft, type Partner } from '../support/partners.ts';
import { aCase } from '../support/queue.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { itemsOf, seed } from '../support/seed.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
/**
 * Number of entries in a list with filters. Reads must not depend on it: `LIST_ENTRIES=3000` gives the same result, but takes
 * some minutes, as the engine writes a few hundred items a second.
 */
const many = Number(process.env['LIST_ENTRIES'] ?? 160);
/** The number of entries that match a filter; they are the oldest. */
const few = 5;
/** The number of entries in a list without filters: more than one page of 100. */
const some = 120;

/** Instants that increase from one entry to the next. */
const at = (place: number) =>
  new Date(Date.parse('2026-01-01T00:00:00.000Z') + place * 1000).toISOString();
const each = <T>(count: number, make: (place: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

interface List {
  /** Stores the entries; resolves to the path and a key that may read it. */
  readonly fill: () => Promise<{ readonly path: string; readonly key?: string }>;
  /** The number of partitions; absent for a single one. Up to three items of each, and 24 more, may be read as well. */
  readonly shards?: number;
  /** Query parameters with the number of entries that match each. Absent: the whole list. */
  readonly filters?: readonly Readonly<Record<string, string>>[];
}

const audit = {
  subject: randomUUID(),
  otherSubject: randomUUID(),
  actor: randomUUID(),
  otherActor: randomUUID(),
  person: randomUUID(),
  otherPerson: randomUUID(),
  action: 'entity.read',
  otherAction: 'entity.sealed',
};
const passes = {
  email: 'ada@list.example',
  other: 'grace@list.example',
  source: 'Fair',
  otherSource: 'Friend',
};
const reviewed = randomUUID();
/** Someone with few entries in the list. */
const someone = randomUUID();

/** Days for lists that are sorted by day. */
const early = '2025-06-01T00:00:00.000Z';
const late = '2027-06-01T00:00:00.000Z';
const byDay: readonly Readonly<Record<string, string>>[] = [
  { createdUntil: '2025-12-31' },
  { createdFrom: '2027-01-01' },
];

/** Many entries of a kind: few early, few late, few in another state, and few of someone else. */
async function things<T extends { readonly createdAt: string }>(
  item: (item: T) => Item,
  thing: T,
  odd: Partial<T>,
  others: Partial<T> = {},
): Promise<void> {
  const different: Partial<T>[] = [
    { createdAt: early } as Partial<T>,
    { createdAt: late } as Partial<T>,
    odd,
    others,
  ];
  const items = each(many, (place) =>
    item({
      ...thing,
      id: randomUUID(),
      clientId: randomUUID(),
      createdAt: at(place),
      ...different[Math.floor(place / few)],
    }),
  );
  await seed(world.table, items);
}

/** The item that the table stores for a kind, after one was created; the item is removed. */
async function one<T>(schema: z.ZodMiniType<T>, key: ItemKey): Promise<T> {
  const item = await getItem(world.table, key);
  await transact(world.table, { thing: { remove: { Key: { ...key } } } });
  return parseStored(schema, item ?? {});
}

/** Every list with pages, by the operationId of its row. */
const lists: Readonly<Record<string, List>> = {
  adminListAudit: {
    shards: shards.trail,
    fill: async () => {
      const { subject, otherSubject, actor, otherActor, person, otherPerson, action, otherAction } =
        audit;
      const usual = { subject, actor, person, action };
      const odd = [
        { action: otherAction },
        { actor: otherActor },
        { person: otherPerson },
        { subject: otherSubject },
      ];
      const items = each(many, (place) => {
        const of = { ...usual, ...odd[Math.floor(place / few)] };
        return itemsOf(
          auditWrites({
            id: randomUUID(),
            at: at(place),
            actor: { kind: 'agent_key', id: of.actor, personId: of.person },
            action: of.action,
            subject: { type: 'legal_entity', id: of.subject },
            outcome: 'success',
            details: {},
          }),
        );
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/audit' };
    },
    filters: [
      { action: audit.otherAction },
      { actorId: audit.otherActor },
      { actorId: audit.otherPerson },
      { subjectId: audit.otherSubject },
      { subjectId: audit.subject, action: audit.otherAction },
      { subjectId: audit.subject, actorId: audit.otherActor },
      { subjectId: audit.subject, actorId: audit.otherPerson },
      { actorId: audit.actor, action: audit.otherAction },
      { actorId: audit.person, action: audit.otherAction },
      { subjectId: audit.subject, actorId: audit.actor, action: audit.otherAction },
      { subjectId: audit.subject, actorId: audit.person, action: audit.otherAction },
    ],
  },
  adminListReviews: {
    shards: shards.listed,
    fill: async () => {
      const odd: Partial<StoredReview>[] = [
        { status: 'pending' },
        { status: 'rejected' },
        { subject: { type: 'residency_application', id: randomUUID() } },
        { subject: { type: 'residency_application', id: randomUUID() }, status: 'pending' },
        { subject: { type: 'certificate_request', id: reviewed } },
        {
          subject: { type: 'legal_entity_application', id: randomUUID() },
          status: 'pending',
          informationRequest: {
            id: randomUUID(),
            reviewId: randomUUID(),
            message: 'Which door?',
            requestedAt: at(0),
            answeredAt: at(0),
          },
        },
      ];
      const items = each(many, (place) => {
        const review = aCase(`Case ${place}`, at(place), {
          subject: { type: 'amendment', id: randomUUID() },
          status: 'approved',
          decidedAt: at(place),
          decidedBy: { kind: 'operator', id: 'somebody', personId: null },
          carriedOutAt: at(place),
          ...odd[Math.floor(place / few)],
        });
        return itemsOf(newReviewWrites(review, randomUUID()));
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/reviews' };
    },
    filters: [
      { status: 'rejected' },
      { subjectType: 'certificate_request' },
      { subjectType: 'amendment', status: 'pending' },
      { subjectType: 'amendment', status: 'rejected' },
      { subjectType: 'residency_application', status: 'approved' },
      { subjectType: 'residency_application', status: 'pending' },
      { subjectId: reviewed },
      { tab: 'waiting', subjectType: 'amendment' },
      { waitingSince: at(few - 1) },
      { answered: 'true' },
      { assignee: 'free', subjectType: 'residency_application' },
      { subjectId: reviewed, subjectType: 'certificate_request', status: 'approved' },
    ],
  },
  adminListMailboxCases: {
    fill: async () => {
      const cases = each(
        some,
        (place): StoredMailboxCase => ({
          id: randomUUID(),
          personId: randomUUID(),
          from: 'former@x.example',
          to: 'new@x.example',
          status: place < few ? 'waiting' : 'refused',
          openedAt: at(place),
          openedBy: null,
          evidence: 0,
          approvals: [],
          provenAt: null,
          confirmedAt: null,
          dueAt: null,
          endedAt: null,
          reason: null,
          version: 1,
        }),
      );
      const items = cases.flatMap((each) => {
        const { running, ...writes } = newMailboxCaseWrites(each);
        return itemsOf({ ...writes, running: each.status === 'waiting' ? running : undefined });
      });
      await seed(world.table, items);
      return { path: '/admin/v1/mailbox_cases' };
    },
    filters: [{ status: 'running' }],
  },
  adminListVisitorPasses: {
    shards: shards.listed,
    fill: async () => {
      const { email, other, source, otherSource } = passes;
      const items = each(many, (place) => {
        const pass = {
          id: randomUUID(),
          firstName: 'Ada',
          lastName: 'Lovelace',
          signature: 'Ada Lovelace',
          dateOfBirth: null,
          createdAt: at(place),
          email: place < few ? other : email,
          referralSource: place >= few && place < 2 * few ? otherSource : source,
        };
        return itemsOf({ ...newVisitorPassWrites(pass), claim: undefined });
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/visitor_pass_applications' };
    },
    filters: [
      { email: passes.other },
      { referralSource: passes.otherSource },
      { email: passes.email, referralSource: passes.otherSource },
      { email: passes.other, referralSource: passes.source },
    ],
  },
  adminListPersons: {
    shards: shards.listed,
    fill: async () => {
      const { id } = await aResident(world);
      const person = await findPerson(world.table, id);
      if (person === null) throw new Error('set-up: no person');
      const items = each(some, (place) =>
        itemsOf(
          newPersonWrites({
            ...person,
            id: randomUUID(),
            email: `${randomUUID()}@${place < few ? 'zebra' : 'list'}.example`,
            givenName: place < few ? 'Quentin' : 'Ada',
            createdAt: at(place),
          }),
        ),
      );
      await seed(world.table, items.flat());
      return { path: '/admin/v1/persons' };
    },
  },
  adminListStaff: {
    fill: async () => {
      const items = each(some, (place) =>
        itemsOf({
          member: staffMemberWrite(
            {
              personId: randomUUID(),
              roles: ['reviewer'],
              subjectTypes: null,
              status: 'active',
              addedAt: at(place),
              changedAt: at(place),
            },
            null,
          ),
        }),
      );
      await seed(world.table, items.flat());
      return { path: '/admin/v1/staff' };
    },
  },
  adminListKeys: {
    fill: async () => {
      const { id, standardKey } = await aResident(world);
      await manyKeys(partitions.person(id));
      expect(standardKey).toMatch(/^sk-/);
      return { path: `/admin/v1/persons/${id}/api_keys` };
    },
  },
  listKeys: {
    fill: async () => {
      const { id, standardKey } = await aResident(world);
      await manyKeys(partitions.person(id));
      return { path: '/api/v1/keys', key: standardKey };
    },
  },
  listApprovals: {
    fill: async () => {
      const { id: personId, standardKey } = await aResident(world);
      const items = each(some, (place) => {
        const id = keyApprovalId(randomUUID(), new Date(at(place)));
        const asked = {
          id,
          personId,
          keyId: 'k',
          operation: 'payLegalEntityApplicationWithVoucher',
        };
        const approval: StoredKeyApproval = {
          ...asked,
          counterId: 'k',
          subject: { type: 'legal_entity_application', id },
          legalEntityId: null,
          resource: `/api/v1/legal_entity_applications/${id}`,
          amountCents: 1,
          currency: 'USD',
          status: 'pending',
          requestedAt: at(place),
          expiresAt: late,
          decidedAt: null,
          attemptId: null,
          error: null,
          version: 1,
        };
        const call = { params: {}, body: null, effectScope: null, entityName: '', basis: '' };
        return itemsOf(newKeyApprovalWrites(approval, { ...asked, ...call, expiresAt: late }));
      });
      await seed(world.table, items.flat());
      return { path: '/api/v1/approvals', key: standardKey };
    },
  },
  adminListPartnerKeys: {
    fill: async () => {
      const { integrationId } = await aPartner(world);
      await manyKeys(partitions.integration(integrationId));
      return { path: `/admin/v1/partner_integrations/${integrationId}/keys` };
    },
  },
  adminListDocuments: {
    fill: async () => {
      const { id } = await anEntity(world);
      await created(world, `/legal_entities/${id}/documents`, {
        name: 'Minutes',
        contentType: 'application/pdf',
        contentBase64: Buffer.from('%PDF-1.7').toString('base64'),
      });
      const [document] = await listDocuments(world.table, id);
      if (document === undefined) throw new Error('set-up: no document');
      await seed(
        world.table,
        each(some, (place) =>
          documentItem({ ...document, id: randomUUID(), createdAt: at(place) }),
        ),
      );
      return { path: `/admin/v1/legal_entities/${id}/documents` };
    },
  },
  adminListSuppressedAddresses: {
    fill: async () => {
      const items = each(some, (place) => {
        const bounced = {
          id: randomUUID(),
          email: `dead-${place}@list.example`,
          bouncedAt: at(place),
          bounceKind: 'requested' as const,
          bounceCause: 'NoEmail',
          complainedAt: null,
          complaintCause: null,
          bounceLiftedAt: null,
          complaintLiftedAt: null,
        };
        return itemsOf({ ...mailAddressWrites(null, bounced, at(place)).writes });
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/mail_addresses' };
    },
  },
  adminListPaymentCases: {
    fill: async () => {
      const items = each(many, (place) => {
        const seen = {
          kind: 'unmatched',
          provider: 'cardpay',
          paymentId: `pay_${place}`,
          entryId: null,
          invoiceId: null,
          subject: null,
          amountCents: 1,
          currency: 'USD',
          invoiceCents: null,
          invoiceCurrency: null,
          createdAt: at(place),
        } as const;
        const { caseListed, ...open } = newPaymentCaseWrites(seen);
        const [id, version] = [paymentCaseId(seen), 1];
        const closed = { ...seen, ...openCase, id, version, statusId: 'closed' } as const;
        return itemsOf({ caseListed, ...(place < few ? open : paymentCaseWrites(closed)) });
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/payment_cases' };
    },
    filters: [{ status: 'open' }],
  },
  adminListApprovals: {
    fill: async () => {
      const items = each(many, (place) => {
        const asked: StoredOperatorApproval = {
          id: randomUUID(),
          act: 'vouchers',
          operation: 'adminCreateVoucher',
          params: {},
          fields: [],
          digest: '',
          basis: '',
          status: place < few ? 'pending' : 'refused',
          requestedBy: someone,
          requestedAt: at(place),
          expiresAt: at(place),
          decidedAt: null,
          decidedBy: null,
          version: 1,
        };
        const request = { method: 'POST', path: '/admin/v1/vouchers', body: {} };
        return itemsOf(newOperatorApprovalWrites(asked, request, ''));
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/approvals' };
    },
    filters: [{ status: 'pending' }],
  },
  adminListLegalEntities: {
    shards: shards.things,
    fill: async () => {
      const { id } = await anEntity(world);
      const entity = await one(StoredEntity, keys.entity(id));
      await things(entityItem, entity, { dissolutionDate: late });
      const named = each(few, (place) => {
        const one = { ...entity, id: randomUUID(), name: `Quentin ${place}`, createdAt: at(place) };
        const claim = keys.entityName(one.optionId, one.name);
        return [nameClaimItem(claim, one), entityItem(one)];
      });
      await seed(world.table, named.flat());
      return { path: '/admin/v1/legal_entities' };
    },
    filters: [...byDay, { status: 'dissolved' }],
  },
  adminListLegalEntityApplications: {
    shards: shards.things,
    fill: async () => {
      const owner = await aResident(world);
      const { id } = await aDraft(world, owner.standardKey);
      const application = await one(StoredApplication, keys.application(owner.id, id));
      const others = { ownerId: someone } as const;
      await things(applicationItem, application, { statusId: 'Approved' }, others);
      return { path: '/admin/v1/legal_entity_applications' };
    },
    filters: [...byDay, { status: 'Approved' }, { personId: someone }],
  },
  adminListInvoices: {
    shards: shards.things,
    fill: async () => {
      const invoice: StoredInvoice = {
        id: randomUUID(),
        statusId: 'paid',
        amountCents: 1,
        currency: 'USD',
        subject: { type: 'amendment', id: randomUUID() },
        createdAt: early,
        paidAt: early,
        voidedAt: null,
        voucherCode: null,
        payment: null,
        version: 1,
      };
      await things(invoiceItem, invoice, { statusId: 'void' });
      return { path: '/admin/v1/invoices' };
    },
    filters: [...byDay, { status: 'void' }],
  },
  adminListAmendments: {
    shards: shards.things,
    fill: async () => {
      const filer = await aFiler(world);
      const { id } = filingIn(await propose(world, filer, { name: freshName() }));
      const filing = await one(StoredAmendment, keys.amendment(filer.entityId, id));
      const others = { entityId: someone } as const;
      await things(amendmentItem, filing, { statusId: 'Approved' }, others);
      return { path: '/admin/v1/amendments' };
    },
    filters: [...byDay, { status: 'Approved' }, { legalEntityId: someone }],
  },
  adminListCertificateRequests: {
    shards: shards.things,
    fill: async () => {
      const owner = await aResident(world);
      const entity = await aRepresentedEntity(world, owner);
      const { id } = await aRequest(world, entity.id, owner.standardKey);
      const request = await one(StoredCertificateRequest, keys.certificateRequest(entity.id, id));
      const others = { entityId: someone } as const;
      await things(certificateRequestItem, request, { statusId: 'Issued' }, others);
      return { path: '/admin/v1/certificate_requests' };
    },
    filters: [...byDay, { status: 'Issued' }, { legalEntityId: someone }],
  },
  adminListResidencyApplications: {
    shards: shards.things,
    fill: async () => {
      const partner = await aPartner(world);
      const { id } = await aPartnerDraft(world, partner);
      const application = await one(StoredResidencyApplication, keys.residencyApplication(id));
      await things(residencyApplicationItem, application, { statusId: 'Approved' });
      const own = each(few, (place) =>
        itemsOf(
          newResidencyApplicationWrites({
            ...application,
            id: randomUUID(),
            integrationId: someone,
            agreement: { ...application.agreement, token: randomUUID() },
            createdAt: at(place),
          }),
        ),
      );
      await seed(world.table, own.flat());
      return { path: '/admin/v1/residency_applications' };
    },
    filters: [...byDay, { status: 'Approved' }, { integrationId: someone }],
  },
  adminListIntegrations: {
    shards: shards.things,
    fill: async () => {
      const { integrationId } = await aPartner(world);
      const integration = await one(StoredIntegration, keys.integration(integrationId));
      await things(integrationItem, integration, {});
      return { path: '/admin/v1/partner_integrations' };
    },
    filters: byDay,
  },
  adminListClients: {
    shards: shards.things,
    fill: async () => {
      const client: StoredClient = {
        clientId: 'list',
        name: 'List',
        public: true,
        redirectUris: [],
        scopes: [],
        active: true,
        secrets: [],
        logo: null,
        publisher: null,
        ownerId: randomUUID(),
        reviewState: 'waiting',
        reviewReason: null,
        proposed: null,
        revision: 0,
        privacyUri: null,
        grantTypes: null,
        requestObjectKeys: [],
        jwksUri: null,
        attestationAnchors: [],
        postLogoutRedirectUris: [],
        frontchannelLogoutUri: null,
        backchannelLogoutUri: null,
        backchannelLogoutSessionRequired: false,
        tokenEndpointAuthMethod: 'none',
        requirePushedAuthorizationRequests: false,
        dpopBoundAccessTokens: false,
        strictDpopProofs: false,
        idTokenSignedResponseAlg: 'RS256',
        createdAt: early,
      };
      await things(clientItem, client, { reviewState: 'approved' });
      return { path: '/admin/v1/oauth_clients' };
    },
    filters: [...byDay, { state: 'approved' }],
  },
  adminListUploads: {
    shards: shards.things,
    fill: async () => {
      const scan: StoredUploadScan = {
        id: 'a',
        objectKey: '',
        uploader: { kind: 'tax_proof', personId: randomUUID() },
        status: 'clean',
        createdAt: early,
        decidedAt: early,
      };
      const item = (each: StoredUploadScan) =>
        uploadScanItem({ ...each, objectKey: `tax-proofs/scanned/a/${each.id}` });
      await things(item, scan, { status: 'refused' });
      return { path: '/admin/v1/uploads' };
    },
    filters: [...byDay, { status: 'refused' }],
  },
  adminListReservedNames: {
    fill: async () => {
      const items = each(some, (place) => {
        const name = `Kept ${place}`;
        return itemsOf(
          reservedNameWrites({
            id: randomUUID(),
            name,
            reservation: reservationFor(null, name),
            optionId: null,
            reason: null,
            createdAt: at(place),
          }),
        );
      });
      await seed(world.table, items.flat());
      return { path: '/admin/v1/reserved_names' };
    },
  },
  adminListVouchers: {
    shards: shards.listed,
    fill: async () => {
      const { code } = await created(world, '/vouchers', { kind: 'full' });
      const voucher = await findVoucher(world.table, String(code));
      if (voucher === null) throw new Error('set-up: no voucher');
      const items = each(some, (place) =>
        itemsOf(newVoucherWrites({ ...voucher, code: `LIST${place}`, createdAt: at(place) })),
      );
      await seed(world.table, items.flat());
      return { path: '/admin/v1/vouchers' };
    },
  },
  listWebhookDeliveries: {
    fill: async () => {
      const { standardKey: key } = await aResident(world);
      const body = { url: 'https://receiver.example/events' };
      const { body: made } = await world.call('POST', '/api/v1/webhook_endpoints', { key, body });
      const { id } = (made as { data: { id: string } }).data;
      const resource = null;
      const items = each(some, (place) =>
        itemsOf({
          delivery: deliveryWrite({
            id: `${String(place).padStart(12, '0')}-${'a'.repeat(32)}`,
            endpointId: id,
            message: { type: 'person.changed', time: at(place), subject: null, data: {}, resource },
            status: 'succeeded',
            createdAt: at(place),
            failed: 0,
            nextAttemptAt: null,
            attempts: [],
          }),
        }),
      );
      await seed(world.table, items.flat());
      return { path: `/api/v1/webhook_endpoints/${id}/deliveries`, key };
    },
  },
  listPartnerResidencyApplications: {
    fill: async () => {
      const partner: Partner = await aPartner(world);
      const { id } = await aPartnerDraft(world, partner);
      const application = await findResidencyApplication(world.table, id);
      if (application === null) throw new Error('set-up: no application');
      const items = each(some, (place) =>
        itemsOf(
          newResidencyApplicationWrites({
            ...application,
            id: randomUUID(),
            agreement: { ...application.agreement, token: randomUUID() },
            ownReference: place < few ? 'order-8' : 'order-7',
            createdAt: at(place),
          }),
        ),
      );
      await seed(world.table, items.flat());
      return { path: '/api/v1/partner/residency_applications', key: partner.key };
    },
    filters: [{ reference: 'order-8' }],
  },
};

/** Reports that always read everything, and lists whose paging has its own tests. */
const reports: readonly string[] = [
  // One page of each of two lists: test/account/activity.all.test.ts.
  'listActivity',
  // Starts at a position instead of a cursor: test/events/feeds.test.ts.
  'listEvents',
  'listLegalEntityChanges',
  // Everything of one owner is read and then cut: test/service/bad-input.all.test.ts tests the cursors.
  'listCertificateRequests',
  'listConsentedLegalEntityDocuments',
  'listLegalEntities',
  'listLegalEntityAmendments',
  'listLegalEntityApplications',
  'listLegalEntityDocuments',
];

async function manyKeys(owner: string): Promise<void> {
  const [first] = await allKeysOf(world.table, owner);
  const key = first && (await findKey(world.table, first.hash));
  if (!key) throw new Error('set-up: no key');
  const items = each(some, (place) => {
    const revoked = {
      ...key,
      id: randomUUID(),
      hash: randomUUID(),
      createdAt: at(place),
      revokedAt: at(place),
    };
    return itemsOf(keyWrites(revoked, owner));
  });
  await seed(world.table, items.flat());
}

/** One page, and how many items the table read for it. */
async function read(path: string, query: Readonly<Record<string, string>>, key?: string) {
  const headers: Record<string, string> = key ? {} : { authorization: asOperator };
  world.proxy.calls.reset();
  const { status, body } = await world.call('GET', `${path}?${new URLSearchParams(query)}`, {
    key,
    headers,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  const { data, pagination } = body as {
    data: unknown[];
    pagination: { nextCursor: string | null };
  };
  return { rows: data.length, next: pagination.nextCursor, scanned: world.proxy.calls.scanned() };
}

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

it('this file covers every route with pages, and each of its filters', () => {
  const shapes = routes.map(({ method, operationId, query, response }) => ({
    method,
    operationId,
    fields: Object.keys(Object(response).shape ?? {}),
    filters: Object.keys(Object(query).shape ?? {}).filter(
      (name) => !['limit', 'cursor'].includes(name),
    ),
  }));
  // Routes that change things page by page are not lists.
  const paged = shapes.filter(
    ({ method, fields }) => method === 'GET' && fields.includes('pagination'),
  );
  const named = Object.keys(lists);
  expect(paged.map(({ operationId }) => operationId).toSorted()).toEqual(
    [...named, ...reports].toSorted(),
  );
  for (const { operationId, filters } of paged.filter(
    ({ operationId }) => !reports.includes(operationId),
  )) {
    // A text search shows the newest matches and is not a list.
    const listed = filters.filter((name) => name !== 'search');
    const tried = new Set([
      ...(lists[operationId]?.filters ?? []).flatMap((filter) => Object.keys(filter)),
      // Not lists: lookups of a unique value, and prefix searches, which are tested below.
      ...(operationId === 'adminListPersons'
        ? ['email', 'residentPermitNumber', 'name', 'emailPart']
        : []),
      ...(operationId === 'adminListLegalEntities' ? ['residentPermitNumber', 'name'] : []),
    ]);
    expect({ operationId, tried: listed.filter((name) => tried.has(name)) }).toEqual({
      operationId,
      tried: listed,
    });
  }
});

describe.each(Object.entries(lists))('%s', (_, { fill, filters = [], shards: sharded }) => {
  const besides = sharded === undefined ? 5 : 24 + 3 * (sharded + 1);
  let list: Awaited<ReturnType<typeof fill>>;
  beforeAll(async () => {
    list = await fill();
    // The first read with a filter also checks whether all entries are indexed.
    for (const filter of filters) await read(list.path, { ...filter, limit: '1' }, list.key);
  });

  it.each([1, 20, 100])(
    `reads at most n + ${besides} items for a page of %i, the first and a later one`,
    async (limit) => {
      let cursor: string | null = null;
      for (let page = 0; page < 2; page += 1) {
        const query = { limit: String(limit), ...(cursor !== null && { cursor }) };
        const { rows, next, scanned } = await read(list.path, query, list.key);
        expect(rows).toBe(page === 0 ? limit : Math.min(limit, rows));
        expect(scanned).toBeLessThanOrEqual(limit + besides);
        cursor = next;
      }
    },
  );

  it.each(filters)('reads at most n + 5 items for the filter %o', async (filter) => {
    const all = await read(list.path, { ...filter, limit: '100' }, list.key);
    expect(all).toMatchObject({ rows: few, next: null });
    expect(all.scanned).toBeLessThanOrEqual(few + 5);
    const first = await read(list.path, { ...filter, limit: '2' }, list.key);
    expect(first.rows).toBe(2);
    expect(first.scanned).toBeLessThanOrEqual(2 + 5);
    const rest = await read(
      list.path,
      { ...filter, limit: '20', cursor: String(first.next) },
      list.key,
    );
    expect(rest).toMatchObject({ rows: few - 2, next: null });
    expect(rest.scanned).toBeLessThanOrEqual(few - 2 + 5);
  });
});

// The lists above have been filled by now.
it.each([
  ['persons', { name: 'quentin' }],
  ['persons', { emailPart: 'zebra' }],
  ['persons', { name: 'quentin', emailPart: 'zebra' }],
  ['legal_entities', { name: 'quentin' }],
])('%s reads only entries with the same prefix, for %o', async (list, filter) => {
  const path = `/admin/v1/${list}`;
  const all = await read(path, { ...filter, limit: '100' });
  expect(all).toMatchObject({ rows: few, next: null });
  // The index entry and the item itself, and a few reads that find the end of a partition.
  expect(all.scanned).toBeLessThanOrEqual(2 * few + 5);
  const first = await read(path, { ...filter, limit: '2' });
  expect(first.rows).toBe(2);
  expect(first.scanned).toBeLessThanOrEqual(2 * few + 5);
});
