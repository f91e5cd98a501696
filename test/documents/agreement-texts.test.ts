import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { publishedTexts } from '../../shared/documents/agreements/register.ts';
import { textInForce } from '../support/agreements.ts';
import { shownText } from '../support/portal.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const kept = 'public, max-age=31536000, immutable';
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const fetchText = (sha256: string, accept = 'text/plain') =>
  fetch(`${world.baseUrl}/agreements/texts/${sha256}`, { headers: { accept } });

describe('GET /agreements/texts/{sha256}', () => {
  it.each(publishedTexts)(
    'returns to programs the bytes with the digest of $subject',
    async ({ text }) => {
      const sha256 = sha256Of(text);
      const answer = await fetchText(sha256);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe(kept);
      expect(answer.headers.get('vary')).toBe('Accept');
      expect(sha256Of(await answer.text())).toBe(sha256);
    },
  );

  it('returns a page to browsers, and to clients that accept anything', async () => {
    const { sha256, title, version, text } = textInForce('legal_entity');
    for (const accept of ['text/html,text/plain;q=0.9', '*/*']) {
      const answer = await fetchText(sha256, accept);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe(kept);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const shown = shownText(await visitor(world.baseUrl).open(`/agreements/texts/${sha256}`));
    const clauses = text.split('\n\n').map((clause) => clause.split('. ').at(-1) ?? '');
    for (const part of [title, version, sha256, ...clauses]) expect(shown).toContain(part);
  });

  it('returns a text that is no longer in force', async () => {
    const former = textInForce('legal_entity');
    world.publish({ ...former, version: 'v2', text: `${former.text} More.` });
    expect(await (await fetchText(former.sha256)).text()).toBe(former.text);
    expect((await fetchText(sha256Of(`${former.text} More.`))).status).toBe(200);
  });

  it.each(['0'.repeat(64), 'x', textInForce('legal_entity').sha256.toUpperCase()])(
    'returns 404, which is not cached, for %s',
    async (digest) => {
      const page = await fetchText(digest, 'text/html');
      expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const answer = await fetchText(digest);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await answer.json()).toMatchObject({
        error: 'No text was published with this digest',
      });
    },
  );

  it('is not confused with the link of a residency agreement', async () => {
    const answer = await visitor(world.baseUrl).open(`/agreements/${'A'.repeat(43)}`);
    expect([answer.status, shownText(answer)]).toEqual([
      404,
      expect.stringContaining('Page not found'),
    ]);
  });
});
