import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishedFields } from '../../shared/kernel/domain/published-field.ts';
import { aFiler, filingIn, freshName, propose, signaturePage } from '../support/amendments.ts';
import { anAskingClient, authorizePath, pathTo } from '../support/authorization.ts';
import { walkOver } from '../support/browser/accessibility.ts';
import { complaintsOf } from '../support/browser/complaints.ts';
import { useChromium } from '../support/browser/use-chromium.ts';
import { withPage } from '../support/browser/with-page.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { aCheckout } from '../support/checkout.ts';
import { aDraft, aPreAcceptingAgent } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { beginIn } from '../support/portal-drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const browser = await useChromium();
Object.assign(world.deps, { publicRegister: publishedFields });

/** The main pages by the name of their screenshot: the path, and a text that the page contains. */
const places = new Map<string, { readonly path: string; readonly says: RegExp }>();
const cookies = new Map<string, string>();

beforeAll(async () => {
  const filer = await aFiler(world);
  const ada = await signedIn(world, filer.email);
  ada.cookies.set('registry_language', 'es');
  const begun = await beginIn(ada);
  const draft = await aDraft(world, filer.standardKey);
  const filing = filingIn(await propose(world, filer, { name: freshName() }));
  const { code } = await anIssuedCertificate(world);
  const payer = await aResident(world);
  const signed = await aDraft(world, await aPreAcceptingAgent(world, payer));
  const checkout = await aCheckout(world, { ...signed, key: payer.standardKey });
  const client = await anAskingClient(world);
  const consent = pathTo(await ada.open(authorizePath(client)));
  const { pathname, search } = new URL(checkout.url, world.baseUrl);
  const entity = `/portal/legal-entities/${filer.entityId}`;
  const pages: readonly (readonly [string, string, RegExp])[] = [
    ['start-page', '/', /registro/],
    ['home', '/portal', /Mis|Por hacer|residente/i],
    ['application-form', '/portal/applications/new', /persona jurídica/],
    ['application', begun.path, /solicitud/i],
    ['signature', new URL(String(draft.signature)).pathname, /solo (obliga|ellos)|obliga/],
    ['entity', entity, /persona jurídica/i],
    ['amendment', `${entity}/amendments/${filing.id}`, /Falta una firma/],
    [
      'amendment-signature',
      signaturePage(filer, String(filing.id)),
      /el texto en inglés es el que obliga/,
    ],
    ['certificate', `/certificates/${code}`, /Este certificado es auténtico/],
    ['certificate-unknown', '/certificates/AAAA2222BBBB3333', /Ningún documento/],
    ['checkout', pathname + search, /Pagar/],
    ['consent', consent, /Permitir|permitir/],
    ['logout', '/api/oauth/end_session', /¿Cerrar la sesión\?/],
    ['activity', '/portal/activity', /Actividad/],
    ['activity-empty', '/portal/activity?by=partner', /No hay actividad/],
    ['my-data', '/portal/my-data', /Lo que no está en estos archivos/],
    ['invoices', '/portal/invoices', /Facturas/],
    ['connections', '/portal/connections', /aplicaci/i],
    ['proofs', '/portal/proofs', /[Cc]omprobantes/],
    ['developer', '/portal/developer', /claves/i],
    ['register', '/register', /registro/i],
    ['register-entity', `/register/${await numberOf(filer.entityId)}`, /Número de permiso/i],
    ['register-unknown', '/register/89999999999990', /./],
    ['unknown', '/an-unknown-page', /página/i],
  ];
  for (const [name, path, says] of pages) places.set(name, { path, says });
  for (const [name, value] of ada.cookies) cookies.set(name, value);
});

async function numberOf(entityId: string): Promise<string> {
  const { body } = await world.admin('GET', `/legal_entities/${entityId}`);
  // The shape of every admin answer.
  return (body as { data: { residentPermitNumber: string } }).data.residentPermitNumber;
}

/** The session of the resident, in Spanish. */
function goOn(context: BrowserContext): Promise<void> {
  const all = [...cookies].map(([name, value]) => ({ name, value, url: world.baseUrl }));
  return context.addCookies(all);
}

async function walk(page: Page, colorScheme: string) {
  const { check, found } = walkOver(page, (name) => `es-${colorScheme}-${name}`);
  const said: string[] = [];
  for (const [name, { path, says }] of places) {
    // Some pages have a limit per minute.
    world.clock.now += 5_000;
    await page.goto(world.baseUrl + path);
    const language = await page.getAttribute('html', 'lang');
    const text = (await page.locator('main').textContent()) ?? '';
    if (language !== 'es' || !says.test(text)) said.push(`${name}, ${language}: ${text}`);
    await check(name);
  }
  return { found, said };
}

describe.each(['light', 'dark'] as const)('in Spanish, at 320 pixels, %s,', (colorScheme) => {
  it('the main pages show Spanish text, have no accessibility violations, and nothing is cut off', async () => {
    const viewport = { width: 320, height: 800 };
    await withPage(browser, { bypassCSP: true, colorScheme, viewport }, async (page, context) => {
      await goOn(context);
      expect(await walk(page, colorScheme)).toEqual({ found: [], said: [] });
    });
  });
});

it('the English text to sign is marked as English, and the page says that it is binding', async () => {
  await withPage(browser, { javaScriptEnabled: false }, async (page, context) => {
    await goOn(context);
    const complaints = complaintsOf(page, world.baseUrl);
    await page.goto(world.baseUrl + places.get('signature')?.path);
    expect(await page.getAttribute('html', 'lang')).toBe('es');
    const english = page.locator('main [lang="en"]');
    expect(await english.first().textContent()).toMatch(/Agreement|the/);
    expect(await page.locator('main').textContent()).toMatch(/inglés.*oblig|oblig.*inglés/s);
    expect(complaints).toEqual([]);
  });
});
