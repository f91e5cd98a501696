import { beforeEach, expect, it } from 'vitest';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aRegisteredWallet } from '../support/registered-wallet.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
let browser: Visitor;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  browser = await signedIn(world, (await aResident(world)).email);
});

/** The links on the page of a new offer: their schemes and grants. */
async function links() {
  await browser.open('/portal/credentials');
  const { text } = await browser.send('/portal/credentials', { subject: 'residency' });
  const found = [...text.matchAll(/href="((?:openid-credential-offer|haip-vci):[^"]+)"/g)];
  return found.map(([, link = '']) => {
    const { protocol, searchParams } = new URL(link);
    const { grants } = JSON.parse(searchParams.get('credential_offer') ?? '{}');
    return [protocol, ...Object.keys(grants)];
  });
}

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
const forAll = [['openid-credential-offer:', preAuthorized]];
const forWallets = [
  ...forAll,
  ['openid-credential-offer:', 'authorization_code'],
  ['haip-vci:', 'authorization_code'],
];

it('links for registered wallets are shown only if an active one can have the credential', async () => {
  expect(await links()).toEqual(forAll);
  const other = { scopes: ['credential:good_standing'] };
  await aRegisteredWallet(world, other);
  expect(await links()).toEqual(forAll);
  const { clientId } = await aRegisteredWallet(world);
  expect(await links()).toEqual(forWallets);
  await world.admin('PATCH', `/oauth_clients/${clientId}`, { active: false });
  expect(await links()).toEqual(forAll);
});
