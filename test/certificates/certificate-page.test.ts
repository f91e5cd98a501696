import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { anIssuedCertificate } from '../support/certificates.ts';
import { shownText } from '../support/portal.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const issued = await anIssuedCertificate(world, { name: 'Beacon Street' });
const file = await fetch(String(issued.request.documentUrl));
const sha256 = createHash('sha256')
  .update(new Uint8Array(await file.arrayBuffer()))
  .digest('hex');
beforeEach(() => {
  world.clock.now += 60_000;
});

const asJson = { accept: 'application/json' };
const look = (code: string, headers: Record<string, string> = asJson) =>
  world.call('GET', `/certificates${code === '' || code.startsWith('?') ? code : `/${code}`}`, {
    headers,
  });
const grouped = (code: string, separator: string) => code.match(/.{4}/g)?.join(separator) ?? '';

const genuine = (inGoodStanding = true) => ({
  genuine: true,
  type: 'certificate_of_good_standing',
  legalEntity: {
    name: 'Beacon Street LLC',
    residentPermitNumber: issued.entity['residentPermitNumber'],
  },
  issuedAt: issued.request['issuedAt'],
  inGoodStanding,
  change: null,
  sha256,
  withdrawn: null,
});

describe('GET /certificates', () => {
  it('has a field for a code, in the reader’s language', async () => {
    const page = await look('', { accept: 'text/html', 'accept-language': 'es' });
    expect(page.status).toBe(200);
    expect(page.body).toContain('Código de verificación');
    expect(page.body).toMatch(/<form method="get" action="[^"]*\/certificates"/);
  });

  it('redirects a code in any spelling to its page, and says if a text is not a code', async () => {
    const typed = encodeURIComponent(` ${grouped(issued.code, ' ').toLowerCase()}`);
    const found = await visitor(world.baseUrl).open(`/certificates?code=${typed}`);
    expect([found.status, found.headers.get('location')]).toEqual([
      303,
      `/certificates/${issued.code}`,
    ]);
    const other = await look('?code=%3Cb%3E', { accept: 'text/html' });
    expect(other.body).toContain('This is not a verification code.');
    expect(other.body).toContain('value="&lt;b&gt;"');
  });
});

describe('GET /certificates/{code}', () => {
  it('returns JSON that says the certificate is genuine, with its entity and current status', async () => {
    const { status, headers, body } = await look(issued.code);
    expect({ status, body }).toEqual({ status: 200, body: genuine() });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('Accept');
  });

  it('accepts the code in groups, with dashes and in lower case', async () => {
    for (const code of [
      encodeURIComponent(grouped(issued.code, ' ')),
      grouped(issued.code, '-').toLowerCase(),
    ]) {
      expect((await look(code)).body).toEqual(genuine());
    }
  });

  it('is JSON if the client refuses HTML', async () => {
    const accept = 'application/json, text/html;q=0';
    expect((await look(issued.code, { accept })).body).toEqual(genuine());
  });

  it('is a page for browsers, and for clients that accept any type', async () => {
    for (const headers of [{ accept: 'text/html,application/json;q=0.5' }, { accept: '*/*' }]) {
      const answer = await look(issued.code, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const text = shownText(await visitor(world.baseUrl).open(`/certificates/${issued.code}`));
    expect(text).toContain('This certificate is genuine');
    expect(text).toContain('The legal entity is in good standing today');
    for (const shown of [
      'Beacon Street LLC',
      String(issued.entity['residentPermitNumber']),
      grouped(issued.code, ' '),
      sha256,
    ]) {
      expect(text).toContain(shown);
    }
  });

  it.each(['AAAA2222BBBB3333', 'nonsense', '%E0%A4%A', 'x'.repeat(2000)])(
    'does not find %s',
    async (code) => {
      const { status, headers, body } = await look(code);
      expect({ status, body }).toEqual({
        status: 404,
        body: {
          genuine: false,
          error: 'Certificate not found',
          code: 'certificate.not_found',
          requestId: expect.any(String),
        },
      });
      expect(headers.get('cache-control')).toBe('no-store');
      const page = await look(code, { accept: 'text/html' });
      expect(page.status).toBe(404);
      expect(page.body).toContain('No document has this code');
    },
  );

  it('immediately shows that the entity was renamed, left or was dissolved', async () => {
    const path = `/legal_entities/${issued.entity.id}`;
    await world.admin('PATCH', path, { name: 'Beacon Quay' });
    expect((await look(issued.code)).body).toEqual(genuine());
    const page = await visitor(world.baseUrl).open(`/certificates/${issued.code}`);
    expect(shownText(page)).toMatch(/Beacon Street LLC .*Current name Beacon Quay LLC/);

    await world.admin('PATCH', path, {
      residency: { terminationDate: new Date(world.clock.now).toISOString() },
    });
    expect((await look(issued.code)).body).toEqual(genuine(false));
    await world.admin('PATCH', path, { residency: { terminationDate: null } });
    expect((await look(issued.code)).body).toEqual(genuine());
    await world.admin('PATCH', path, {
      dissolutionDate: new Date(world.clock.now).toISOString(),
    });
    expect((await look(issued.code)).body).toEqual(genuine(false));
    const after = await visitor(world.baseUrl).open(`/certificates/${issued.code}`);
    expect(shownText(after)).toContain('The legal entity is not in good standing today');
  });

  it('accepts 30 requests a minute from one address, including wrong codes', async () => {
    const first = await Promise.all(
      Array.from({ length: 30 }, (_, index) => look(index % 2 ? 'nonsense' : issued.code)),
    );
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200, 404]));
    const refused = await look(issued.code);
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 429,
      body: {
        error: 'Too many attempts',
        code: 'rate_limit.too_many_attempts',
        requestId: expect.any(String),
      },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const page = await look(issued.code, { accept: 'text/html' });
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    world.clock.now += 60_000;
    expect((await look(issued.code)).status).toBe(200);
  });

  it('logs neither the code nor the address', async () => {
    world.log.lines.length = 0;
    await look(issued.code);
    const logged = JSON.stringify(world.log.lines);
    expect(logged).toContain('verifyCertificate');
    expect(logged).not.toContain(issued.code);
    expect(logged).not.toMatch(/127\.0\.0\.1|::1/);
  });
});
