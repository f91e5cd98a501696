import { beforeEach, describe, expect, it } from 'vitest';
import { unknownId } from '../support/admin.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft, aVoucher } from '../support/drafts.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
let owner: Person;
let browser: Visitor;
beforeEach(async () => {
  // Sign-ins from one network address are counted by the hour.
  world.clock.now += 3_600_000;
  owner = await aResident(world);
  browser = await signedIn(world, owner.email);
});

const pageOf = (id: string) => `/portal/invoices/${id}`;

describe('invoices in the portal', () => {
  it('are one’s own, and lead to those of the legal entities that one represents', async () => {
    const draft = await aDraft(world, owner.standardKey);
    expect(shownText(await browser.open('/portal/invoices'))).toContain(
      'You have no invoices yet.',
    );
    const voucherCode = await aVoucher(world);
    const path = `/api/v1/legal_entity_applications/${draft.id}/pay/voucher`;
    const paid = await world.call('POST', path, { key: owner.standardKey, body: { voucherCode } });
    expect(paid.status).toBe(200);
    const entity = await aRepresentedEntity(world, owner);
    const page = await browser.open('/portal/invoices');
    expect(shownText(page)).toMatch(/Registration of a legal entity, .+ USD [\d.]+ – Paid/);
    expect(page.text).toContain(`href="/portal/invoices?entity=${entity.id}"`);
    const receipt = /href="(\/portal\/invoices\/[\w-]+)"/.exec(page.text)?.[1];
    const text = shownText(await browser.open(String(receipt)));
    expect(text).toContain('Receipt');
    expect(text).toContain(`Paid with Voucher ${voucherCode}`);
  });

  it('of a legal entity are those of its filings, to be paid or paid', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const list = `/portal/invoices?entity=${entity.id}`;
    expect(shownText(await browser.open(list))).toContain('Payment due');
    const open = await browser.open(pageOf(request.invoice.id));
    expect(shownText(open)).toContain('Invoice');
    expect(open.text).toContain(
      `href="/portal/legal-entities/${entity.id}/good-standing/${request.id}"`,
    );
    expect((await payRequest(world, request, owner.standardKey)).status).toBe(200);
    const receipt = shownText(await browser.open(pageOf(request.invoice.id)));
    expect(receipt).toContain('Receipt');
    expect(receipt).toContain('The registry received the full amount.');
  });

  it('are no pages for others', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const stranger = await signedIn(world, (await aResident(world)).email);
    for (const path of [
      pageOf(request.invoice.id),
      pageOf(unknownId),
      `/portal/invoices?entity=${entity.id}`,
    ]) {
      expect((await stranger.open(path)).status, path).toBe(404);
    }
  });

  it('cost three round trips', async () => {
    const entity = await aRepresentedEntity(world, owner);
    const request = await aRequest(world, entity.id, owner.standardKey);
    const paths = [
      '/portal/invoices',
      `/portal/invoices?entity=${entity.id}`,
      pageOf(request.invoice.id),
    ];
    for (const path of paths) {
      const counts: number[] = [];
      for (let time = 0; time < 6; time += 1) {
        world.proxy.calls.reset();
        await browser.open(path);
        counts.push(world.proxy.calls.roundTrips());
      }
      expect(Math.min(...counts), path).toBeLessThanOrEqual(3);
    }
  });
});
