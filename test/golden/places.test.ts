import { expect, it } from 'vitest';
import { type Collection, keys } from '../../shared/kernel/db/keys.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { auditItems } from '../../shared/platform/db/audit-items.ts';

const entry = {
  id: '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a',
  at: '2026-01-16T09:30:00.000Z',
  actor: {
    kind: 'agent_key',
    id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
    personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  },
  action: 'legal_entity_application.created',
  subject: { type: 'legal_entity_application', id: '2e0fbf13-a511-473e-bffe-a6df38ffdc90' },
  outcome: 'success',
  details: {},
} as const;

/** Partitions of an item in the indexes; the table's own have never changed. */
const inIndexes = ({ gsi1pk, gsi2pk }: Item) => ({ gsi1pk, gsi2pk });

it('an entry of the trail lies where later versions will look for it', () => {
  const { audit, auditByAction, auditByActor, auditByPerson } = auditItems(entry);
  expect({
    audit: inIndexes(audit),
    auditByAction: inIndexes(auditByAction),
    auditByActor: inIndexes(auditByActor ?? {}),
    auditByPerson: inIndexes(auditByPerson ?? {}),
  }).toEqual({
    audit: {
      gsi1pk: 'AUDIT#6',
      gsi2pk: 'AUDIT_ACTOR#6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
    },
    auditByAction: {
      gsi1pk: 'AUDIT_FILTER#dadb6eb6a321ce447edee8a0176d850e39146d5190c6ed4eb118d2582829fdc1#6',
      gsi2pk: 'AUDIT_FILTER#7fb584eb0df64a959c666eaf9c489a4f6597b97484c54342e25e69cd67ef035c#6',
    },
    auditByActor: {
      gsi1pk: 'AUDIT_FILTER#cf495a0e4f03462a695b25f89c362556128859ebfabc5703bbb800ca9a52b9fe',
      gsi2pk: 'AUDIT_FILTER#e8758914d0b442237cfbd286a5fc8f66e78eab4bbe580a9f6aa4548aef37c634#6',
    },
    auditByPerson: {
      gsi1pk: 'AUDIT_FILTER#3cf24ba578ec715c352697124f0973e0f26e0072bc2519dfa1110de286aab927',
      gsi2pk: 'AUDIT_ACTOR#0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
  });
});

it('a member of a list lies where later versions will look for it', () => {
  const at = '2026-01-16T09:30:00.000Z';
  const list = (of: Collection) => keys.listed(of, at, entry.id).pk;
  expect({
    person: list('person'),
    voucher: keys.listed('voucher', at, '56SED3V4YJRP').pk,
    pass: list('visitor_pass'),
    reviews: list('review#amendment#approved'),
    waiting: list('review_pending'),
    // These lists are not sharded, because they have few writes.
    names: list('reserved_name'),
    addresses: list('mail_address'),
    gatewayKeys: list('gateway_key'),
    source: keys.visitorPassOfSource('Fair', at, entry.id).pk.replace(/^(\w+#).{64}/, '$1'),
  }).toEqual({
    person: 'LIST#person#6',
    voucher: 'LIST#voucher#2',
    pass: 'LIST#visitor_pass#6',
    reviews: 'LIST#review#amendment#approved#6',
    waiting: 'LIST#review_pending#6',
    names: 'LIST#reserved_name',
    addresses: 'LIST#mail_address',
    gatewayKeys: 'LIST#gateway_key',
    source: 'VISITOR_PASSES_OF_SOURCE##6',
  });
});
