import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import {
  newPaymentCaseWrites,
  paymentCaseId,
  type SeenDifference,
} from '../../shared/payments/db/payment-cases.ts';
import { operatorOf } from '../support/admin.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { heading, signInHere } from '../support/browser/people.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withAuthenticator } from '../support/browser/virtual-authenticator.ts';
import { withPage } from '../support/browser/with-page.ts';
import { ask, nobodyElse } from '../support/operators.ts';
import { aPartnerDraft } from '../support/partners.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { aConsoleOperator, passkeyCodeOf } from '../support/staff-passkeys.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
const { data } = operatorOf(world);
const second = await aConsoleOperator(world);
beforeEach(() => {
  ask(world, nobodyElse);
  world.clock.now += 3_600_000;
});

/** Signs in and adds a passkey with the operator's code. */
async function enter(page: Page, { id, email }: { id: string; email: string }): Promise<void> {
  await page.goto(`${world.baseUrl}/portal/passkeys/new`);
  await signInHere(page, world, email);
  await page.getByLabel('Code', { exact: true }).fill(await passkeyCodeOf(world, id));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await heading(page, 'Passkeys');
  world.clock.now += 1_000;
}

/** Creates a payment case; returns its id. */
async function aPaymentCase(nth: number): Promise<string> {
  const seen: SeenDifference = {
    ...{ kind: 'duplicate', provider: 'cardpay', paymentId: `pay_walked_${nth}`, entryId: null },
    ...{ invoiceId: null, subject: null, invoiceCents: 30_000, invoiceCurrency: 'USD' },
    ...{ amountCents: 30_000, currency: 'USD', createdAt: world.deps.now().toISOString() },
  };
  await transact(world.table, newPaymentCaseWrites(seen));
  return paymentCaseId(seen);
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();

async function confirmed(page: Page, next: string): Promise<void> {
  await heading(page, 'Confirm with your passkey');
  await press(page, 'Confirm with your passkey');
  await page.getByText(next).first().waitFor();
}

describe('a registry operator in Chromium', () => {
  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'can change an entity without accessibility violations, %s at %i pixels',
    async (colorScheme, width) => {
      const operator = await aStaffMember(world, ['operator']);
      const [person, other] = [await aResident(world), await aResident(world)];
      const { id, name } = await anEntity(world, { representatives: [person.id] });
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
      await withPage(browser, options, async (page, context) => {
        const complaints = complaintsOf(page, world.baseUrl);
        const walk = walkOver(page, (part) => `console-${part}-${width}`);
        await withAuthenticator(context, page, { transport: 'usb' });
        await enter(page, operator);
        await page.goto(`${world.baseUrl}/portal`);
        await page.getByRole('link', { name: 'Console', exact: true }).click();
        await heading(page, 'Console');
        await walk.check('home');
        await page.getByLabel('Find an entity', { exact: true }).last().fill(String(name));
        await press(page, 'Find');
        await heading(page, 'Find an entity');
        await walk.check('found');
        await page
          .getByRole('link', { name: `${name} LLC` })
          .first()
          .click();
        await heading(page, `${name} LLC`);
        await walk.check('entity');
        // A word in a button of a table is never broken.
        const remove = await page.getByRole('button', { name: /^Remove/ }).boundingBox();
        expect(remove?.height).toBeLessThan(60);
        await page.getByLabel('Taxes').selectOption('overdue');
        // This long after the sign-in, the passkey is required again.
        world.clock.now += 900_001;
        await press(page, 'Save tax status');
        await heading(page, 'Confirm with your passkey');
        await walk.check('passkey');
        await confirmed(page, 'Tax status saved');
        await walk.check('saved');
        await page.getByLabel('Add a representative').fill('nobody@nowhere.example');
        await press(page, 'Continue');
        await page.getByText('There is a problem').waitFor();
        await walk.check('unknown');
        await page.getByLabel('Add a representative').fill(other.email);
        await press(page, 'Continue');
        await heading(page, 'Add this representative?');
        await walk.check('add');
        await press(page, 'Yes, add');
        await page.getByText('Representative added').waitFor();
        ask(world, { permitNumbers: true });
        await press(page, 'Dissolve');
        await heading(page, 'Dissolve this legal entity?');
        await walk.check('dissolve');
        await press(page, 'Yes, dissolve');
        await heading(page, 'Waiting for a second operator');
        await walk.check('waiting');
        await page.getByRole('link', { name: 'All approvals' }).click();
        await heading(page, 'Approvals');
        await walk.check('approvals');
        await page.getByRole('link', { name: 'Change a legal entity' }).first().click();
        await heading(page, 'Change a legal entity');
        const path = new URL(page.url()).pathname;
        expect((await second.acts(path, { act: 'approve' })).status).toBe(303);
        await page.reload();
        await walk.check('approved');
        expect(await data('GET', `/legal_entities/${id}`)).toMatchObject({
          taxState: 'overdue',
          dissolutionDate: expect.any(String),
          representatives: [{}, {}],
        });
        expect(walk.found).toEqual([]);
        expect(complaints).toEqual([
          'Failed to load resource: the server responded with a status of 400 (Bad Request)',
        ]);
      });
    },
  );

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)(
    'can do the other tasks without accessibility violations, %s at %i pixels',
    async (colorScheme, width) => {
      const operator = await aStaffMember(world, ['operator']);
      const colleague = await aStaffMember(world, ['reviewer']);
      const newcomer = await aResident(world);
      const caseId = await aPaymentCase(width);
      const options = { bypassCSP: true, colorScheme, viewport: { width, height: 800 } } as const;
      await withPage(browser, options, async (page, context) => {
        const complaints = complaintsOf(page, world.baseUrl);
        const walk = walkOver(page, (part) => `console-${part}-${width}`);
        const go = (path: string) => page.goto(`${world.baseUrl}/portal/console${path}`);
        await withAuthenticator(context, page, { transport: 'usb' });
        await enter(page, operator);
        await go('');
        await walk.check('all');
        await page.getByRole('link', { name: 'Vouchers', exact: true }).first().click();
        await page.getByRole('link', { name: 'Create a voucher' }).click();
        await walk.check('new-voucher');
        await press(page, 'Create voucher');
        await page.getByText('There is a problem').waitFor();
        await walk.check('wrong-voucher');
        await page.getByLabel('Up to an amount').check();
        await page.getByLabel('Amount', { exact: true }).fill('300.00');
        // This long after the sign-in, the passkey is required again.
        world.clock.now += 900_001;
        await press(page, 'Create voucher');
        await heading(page, 'Confirm with your passkey');
        await confirmed(page, 'Voucher created');
        await walk.check('voucher');
        await page.getByRole('link', { name: 'All vouchers' }).click();
        await heading(page, 'Vouchers');
        await walk.check('vouchers');
        await go('/partners/new');
        await walk.check('new-partner');
        await page.getByLabel('Name', { exact: true }).fill(`Walked Partners ${width}`);
        await press(page, 'Register partner');
        await heading(page, `Walked Partners ${width}`);
        const partner = new URL(page.url()).pathname;
        await press(page, 'Issue key');
        await heading(page, 'Key issued');
        await walk.check('key');
        const key = String(await page.locator('.secret').textContent());
        await aPartnerDraft(world, { integrationId: partner.split('/').at(-1) ?? '', key });
        await page.goto(world.baseUrl + partner);
        await page.getByText('1 application.').waitFor();
        await walk.check('partner');
        await page.getByRole('button', { name: /^Revoke/ }).click();
        await heading(page, 'Revoke this key?');
        await walk.check('revoke');
        await press(page, 'Yes, revoke');
        await page.getByText('Key revoked').first().waitFor();
        await go('/partners');
        await walk.check('partners');
        await go('/payment-cases');
        await walk.check('cases');
        await go(`/payment-cases/${caseId}`);
        await walk.check('case');
        await press(page, 'Assign to me');
        await page.getByText('Case assigned to you').waitFor();
        await page.getByLabel('What was done').fill('Returned to the payer');
        await walk.check('assigned');
        await press(page, 'Close case');
        await page.getByText('Case closed').waitFor();
        await walk.check('closed');
        await go('/staff');
        await walk.check('staff');
        await page.getByRole('link', { name: 'Add a person' }).click();
        await page.getByLabel('Person', { exact: true }).fill(newcomer.email);
        await page.getByLabel('Auditor', { exact: true }).check();
        await walk.check('new-staff');
        await press(page, 'Continue');
        await heading(page, 'Give these roles?');
        await walk.check('give');
        await press(page, 'Yes, give the roles');
        await page.getByText('Added to the staff').waitFor();
        await go(`/staff/${colleague.id}`);
        await walk.check('member');
        await press(page, 'Create a code');
        await heading(page, 'Create a passkey code?');
        await walk.check('code');
        await press(page, 'Yes, create a code');
        await heading(page, 'Passkey code created');
        expect(walk.found).toEqual([]);
        expect(complaints).toEqual([
          'Failed to load resource: the server responded with a status of 400 (Bad Request)',
        ]);
      });
    },
  );
});
