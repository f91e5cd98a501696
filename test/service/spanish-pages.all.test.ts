import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findAmendment } from '../../shared/amendments/db/amendments.ts';
import { digestOf } from '../../shared/kernel/db/effects.ts';
import { pageType } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { aFiler, filingIn, freshName, propose, versionOn } from '../support/amendments.ts';
import { aDraft } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { beginIn } from '../support/portal-drafts.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

/** Pages that exist in English only (decision 84). */
const inEnglishOnly: readonly RegExp[] = [
  // The API reference and the status of the service, for developers.
  /^\/(docs|health)\b/,
];

/** Links that end something when opened, or lead to files. */
const notFollowed =
  /^\/(language|assets|api|admin|oauth|local)\b|\/documents\/|\/export|\.pdf|\.json/;

const isEnglish = (path: string) => inEnglishOnly.some((each) => each.test(path));

function languageOf(text: string): string | undefined {
  return /<html lang="(\w+)"/.exec(text)?.[1];
}

function linksOn(text: string): readonly string[] {
  return Array.from(text.matchAll(/href="(\/[^"#]*)"/g), ([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  ).filter((link) => !notFollowed.test(link));
}

it('every page that a resident can reach from the home page is in Spanish', async () => {
  const filer = await aFiler(world);
  await world.admin('PUT', `/persons/${filer.id}/manifestation_of_will`, {
    acceptedAgreements: ['e-Resident'],
  });
  const browser = await signedIn(world, filer.email);
  browser.cookies.set('registry_language', 'es');
  const begun = await beginIn(browser);
  const { id } = filingIn(await propose(world, filer, { name: freshName() }));
  const draft = await aDraft(world, filer.standardKey);
  const toSee = [
    '/',
    '/portal',
    begun.path,
    `/portal/legal-entity-applications/${begun.id}/sign`,
    `/portal/legal-entities/${filer.entityId}/amendments/${id}/sign`,
    new URL(String(draft.signature)).pathname,
    '/portal/developer/keys/new',
    '/portal/developer/webhooks',
    '/portal/developer/webhooks/new',
    '/portal/developer/manifestation',
    '/portal/developer/manifestation/revoke',
    '/portal/uploads/tax-proof',
    '/certificates',
    '/certificates/ABCD-EFGH-JKLM-NPQR',
    '/agreements/texts/b843b404895d4cdbdc6f30540f942cf8224dcf4ab8d9d67258527fe84532a62f',
    '/an-unknown-page',
  ];
  const seen = new Map<string, string | undefined>();
  const typesInEnglish: string[] = [];
  for (let path = toSee.shift(); path !== undefined && seen.size < 120; path = toSee.shift()) {
    if (seen.has(path) || isEnglish(path)) continue;
    const { headers, text } = await browser.open(path);
    const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
    seen.set(path, isPage ? languageOf(text) : 'es');
    if (isPage) toSee.push(...linksOn(text));
    if (/\be-Resident\s*<\//.test(text)) typesInEnglish.push(path);
  }
  expect(typesInEnglish).toEqual([]);
  expect([...seen].filter(([, language]) => language !== 'es')).toEqual([]);
  expect(seen.size).toBeGreaterThan(30);
});

it('a signature stores the language of its page and the digest of the text shown', async () => {
  const filer = await aFiler(world);
  const browser = await signedIn(world, filer.email);
  browser.cookies.set('registry_language', 'es');
  const { id } = filingIn(await propose(world, filer, { name: freshName() }));
  const path = `/portal/legal-entities/${filer.entityId}/amendments/${id}/sign`;
  const { text } = await browser.open(path);
  expect(text).toContain('se emite en inglés y el texto en inglés es el que obliga');
  await browser.send(path, { signerName: 'Ada Lovelace', agree: 'sí', version: versionOn(text) });
  const filing = await findAmendment(world.table, filer.entityId, id);
  const lines = [
    `He leído lo que se propone, estoy de acuerdo por ${filer.entityName} LLC y estoy facultado para firmar.`,
    digestOf(filing?.proposedChanges),
  ];
  expect(filing?.signature?.shown).toEqual({
    locale: 'es',
    sha256: createHash('sha256').update(lines.join('\n')).digest('hex'),
  });
});

it('no page is in English for strangers or with unknown ids, if Spanish is requested', async () => {
  const pages = routes.filter(
    ({ method, produces, path }) => method === 'GET' && produces === pageType && !isEnglish(path),
  );
  expect(pages.length).toBeGreaterThan(30);
  const english: string[] = [];
  for (const { path } of pages) {
    const url =
      world.baseUrl + path.replaceAll(/\{\w+\+?\}/g, '00000000-0000-4000-8000-000000000000');
    const headers = { 'accept-language': 'es', accept: 'text/html' };
    const answer = await fetch(url, { redirect: 'manual', headers });
    const text = await answer.text();
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
    if (isPage && languageOf(text) !== undefined && languageOf(text) !== 'es') english.push(path);
  }
  expect(english).toEqual([]);
});
