import { expect, it } from 'vitest';
import { pageType } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aFiler, aSignedFiling, browserOf, freshName } from '../support/amendments.ts';
import { aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aPreAcceptingAgent, aVoucher, pay } from '../support/drafts.ts';
import { registerOnPage } from '../support/own-clients.ts';
import { created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { webhooksPath } from '../support/webhooks.ts';

const world = await useWorld();
Object.assign(world.deps, { residentClients: true });
const filer = await aFiler(world);
const { id: applicationId } = await aDraft(world, await aPreAcceptingAgent(world, filer));
const filingId = await aSignedFiling(world, filer, { name: freshName() });
const request = await aRequest(world, filer.entityId, filer.standardKey);
await payRequest(world, request, filer.standardKey);
const { id: keyId } = await created(world, `/persons/${filer.id}/api_keys`, {
  kind: 'agent',
  scopes: ['agent:verify_rpn'],
});
const made = await world.call('POST', webhooksPath, {
  key: filer.standardKey,
  body: { url: 'http://127.0.0.1:9/hook' },
});
// The shape of a creation's answer.
const { id: endpointId } = (made.body as { data: { id: string } }).data;

const { key: asking } = await created(world, `/persons/${filer.id}/api_keys`, {
  ...{ kind: 'standard', label: 'Office', approvalRequired: true },
});
const waiting = await pay(world, await aDraft(world, String(asking)), await aVoucher(world));
const { id: approvalId } = (waiting.body as { data: { id: string } }).data;

const { clientId } = await registerOnPage(await browserOf(world, filer));

/** Values for the parameters of a path. */
const ids: Readonly<Record<string, string>> = {
  applicationId,
  approvalId,
  clientId,
  endpointId,
  entityId: filer.entityId,
  filingId,
  invoiceId: request.invoice.id,
  keyId,
  requestId: request.id,
};

/** Pages that need data which is not created here, or that are for other people; each has its own tests. */
const others =
  /^\/portal\/(?:sign-in|passkeys\/|mailboxes|reviews|console|uploads|information|papers|residency-applications|proofs\/|connections\/|legal-entity-applications)|\/(?:deliveries\/|documents\/|confirmation$|sign$|enable$)|\/(?:amendments|good-standing)\/new$|manifestation\/revoke$/;

const pages = routes
  .filter(({ method, path, produces }) => {
    return method === 'GET' && produces === pageType && /^\/portal(?:\/|$)/.test(path);
  })
  .map(({ path }) => path)
  .filter((path) => !others.test(path));

/** These also read open invoices, so that nobody is asked to pay twice, or the key that an approval names. */
const longer = [
  '/portal',
  '/portal/legal-entities/{entityId}',
  '/portal/applications/approvals/{approvalId}',
];
const most = (pattern: string) => (longer.includes(pattern) ? 4 : 3);

it.each(pages)(
  '%s costs at most three round trips to the table, a few pages four',
  async (pattern) => {
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
    const browser = await browserOf(world, filer);
    const counts: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      world.proxy.calls.reset();
      const { status } = await browser.open(path);
      expect([path, status]).toEqual([path, 200]);
      counts.push(world.proxy.calls.roundTrips());
    }
    expect(Math.min(...counts)).toBeLessThanOrEqual(most(pattern));
  },
);
