import { describe, expect, it } from 'vitest';
import { findAnyApplication } from '../../shared/incorporation/db/applications.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { auditOf, openCheckout } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent, type Draft } from '../support/drafts.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const draft = () => aDraft(world, ada.standardKey);

describe('POST …/checkout_session with an Agent Key (spec 4.6)', () => {
  const unavailable = {
    status: 503,
    error:
      'Hosted checkout is not available to Agent Keys. Use POST /api/v1/legal_entity_applications/{id}/pay/voucher.',
  };

  async function refused(application: Pick<Draft, 'id' | 'key'>, fields = {}) {
    const { status, body, headers } = await openCheckout(world, application, fields);
    expect(headers.get('retry-after')).toBe('86400');
    return { status, error: (body as { error: string }).error };
  }

  it('refuses with 503 for any application and body, and records the refusal', async () => {
    const agent = await aPreAcceptingAgent(world, ada);
    const application = await aDraft(world, agent);
    expect(await refused(application)).toEqual(unavailable);
    expect(await refused(application, { paymentProvider: 5, redirectUrl: 'x' })).toEqual(
      unavailable,
    );
    expect(await refused({ id: 'no-id', key: agent })).toEqual(unavailable);
    const empty = await world.call(
      'POST',
      `/api/v1/legal_entity_applications/${application.id}/checkout_session`,
      { key: agent },
    );
    expect(empty.status).toBe(503);
    const entries = await auditOf(world, application);
    const refusals = entries.filter(({ action }) => action.endsWith('checkout_refused'));
    expect(refusals).toHaveLength(3);
    expect(refusals[0]).toMatchObject({
      actor: { kind: 'agent_key', personId: ada.id },
      subject: { type: 'legal_entity_application', id: application.id },
      outcome: 'refused',
      details: { reason: 'agent_key' },
    });
  });

  it.each([[agentScopes.slice(3, 4)], [agentScopes]])(
    'refuses with 503 for the scopes %j',
    async (scopes) => {
      const key = await anAgentKey(world, ada.id, scopes);
      const { id } = await draft();
      expect(await refused({ id, key })).toEqual(unavailable);
    },
  );

  it('opens no checkout', async () => {
    const application = await draft();
    const key = await anAgentKey(world, ada.id, agentScopes);
    await refused({ id: application.id, key });
    const invoiceId = (await findAnyApplication(world.table, application.id))?.invoiceId;
    expect(await findInvoice(world.table, String(invoiceId))).toBeNull();
  });
});
