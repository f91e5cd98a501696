import { describe, expect, it } from 'vitest';
import { addressOfCode } from '../../shared/service/domain/code-address.ts';
import { anIssuedCertificate } from '../support/certificates.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(world.baseUrl + path, {
    headers: { accept: 'text/html', ...headers },
    redirect: 'manual',
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
  };
}

describe('the start page', () => {
  it('says what this registry is, and links to its main pages', async () => {
    const { status, text } = await open('/');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Registry of residents and legal entities</h1>');
    expect(text).toContain(
      'The official record of the residents and legal entities of Test Jurisdiction',
    );
    for (const way of ['/portal', '/docs', '/docs/status-and-support', '/help', '/privacy']) {
      expect(text).toContain(`href="${way}"`);
    }
  });

  it.each([
    ['/', 'Registro de residentes y personas jurídicas'],
    ['/help', 'Ayuda'],
    ['/privacy', 'Privacidad'],
  ])('is available in Spanish: %s', async (path, title) => {
    const { status, text } = await open(path, { 'accept-language': 'es-HN,es;q=0.9' });
    expect([status, text]).toEqual([200, expect.stringContaining(`<h1>${title}</h1>`)]);
    expect(text).toContain('<html lang="es">');
  });

  it("redirects from a certificate's code to the page that verifies it", async () => {
    const { code } = await anIssuedCertificate(world, { name: 'Harbour' });
    const typed = code.toLowerCase().replaceAll(/(.{4})/g, '$1 ');
    const { status, location } = await open(`/?${new URLSearchParams({ code: typed })}`);
    expect([status, location]).toEqual([303, `/certificates/${code}`]);
    const { status: shown, text } = await open(String(location));
    expect([shown, text]).toEqual([200, expect.stringContaining('This certificate is genuine')]);
  });

  it.each(['', 'x', 'ABCD EFGH', '../portal', '//evil.example/x', '"><script>'])(
    'answers 400 to the invalid code %j, explains the format and keeps what was typed',
    async (code) => {
      const { status, text } = await open(`/?${new URLSearchParams({ code })}`);
      expect(status).toBe(400);
      expect(text).toContain('id="code-error"');
      expect(text).toContain(
        `value="${code.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
      );
    },
  );

  it('answers 400 if the field is sent twice', async () => {
    expect((await open('/?code=a&code=b')).status).toBe(400);
  });

  it('shows a contact only if one is configured', async () => {
    for (const path of ['/help', '/privacy'])
      expect((await open(path)).text).not.toContain('mailto:');
  });
});

describe('the address for a code', () => {
  const code = '23456789ABCDEFGH';
  const proof = 'ABCDEFGHJKLMNPQRSTUVWXYZ23';

  it.each([
    [code, `/certificates/${code}`],
    [' 2345-6789 abcd–efgh ', `/certificates/${code}`],
    [`https://registry.example/certificates/${code}?x=1#y`, `/certificates/${code}`],
    ['２３４５６７８９\u200bABCDEFGH.', `/certificates/${code}`],
    [proof, `/proofs/${proof}`],
    [` ${proof.toLowerCase().replace(/.{13}/, '$&\u2011')}`, `/proofs/${proof}`],
    [`https://registry.example/proofs/${proof}`, `/proofs/${proof}`],
    ['https://evil.example/certificates/%2e%2e', '/certificates/..'],
    ['https://x/proofs/a%ff', '/proofs/a%25ff'],
    ['0123456789ABCDEF', null],
    ['https://registry.example/portal', null],
    ['//evil.example', null],
  ])('%j: %j', (text, address) => {
    expect(addressOfCode(text)).toBe(address);
  });
});

it('/health is a page for browsers, and JSON for everything else', async () => {
  const answers = ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*', 'application/json'].map(
    (accept) => world.call('GET', '/health', { headers: { accept } }),
  );
  const [page, ...programs] = await Promise.all(answers);
  expect([page?.status, page?.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  expect(page?.body).toContain('<h1>The service responds</h1>');
  for (const { status, body } of programs) expect([status, body]).toEqual([200, { status: 'ok' }]);
});
