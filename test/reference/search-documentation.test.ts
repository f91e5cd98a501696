import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentationFile } from '../../bin/guides.ts';
import {
  type Documentation,
  searchDocumentation,
} from '../../shared/reference/domain/search-documentation.ts';

const all: Documentation = JSON.parse(readFileSync(documentationFile, 'utf8'));
const places = (question: string) => searchDocumentation(all, question).map(({ place }) => place);

describe('the search of the documentation', () => {
  it.each([
    ['idempotency', 'idempotency-and-retries'],
    ['Rate limits', 'rate-limits'],
    ['verify the webhook', 'events-and-webhooks#rules-for-receivers'],
    ['good standing', 'certificates'],
    ['verify_rpn', 'reference/registry#POST/api/v1/verify_rpn'],
    ['admin persons', 'reference/operators-people#GET/admin/v1/persons'],
    ['entity.name_taken', 'errors#entityname_taken'],
    ['refund', 'incorporate-an-llc#rejections'],
    ['python', 'start#the-same-in-python'],
    ['delete account', 'status-and-support#support'],
    ['Kéys and SCOPES', 'keys-and-scopes'],
  ])('finds “%s”', (question, index) => {
    expect(places(question)).toContain(index);
  });

  it('sorts a page before sections of other pages', () => {
    expect(places('pagination')[0]).toBe('pagination');
    expect(places('sandbox')[0]).toBe('sandbox');
  });

  it('requires every word, and returns at most 20 results', () => {
    expect(places('sandbox xylophone')).toEqual([]);
    expect(places('the')).toHaveLength(20);
  });

  it.each(['', '   ', '"<>&', '%', '\u0000'])('finds nothing for %j', (question) => {
    expect(places(question)).toEqual([]);
  });

  it('returns an excerpt around the match', () => {
    const [found] = searchDocumentation(all, 'lastEventId hasMore');
    expect(found?.excerpt).toMatch(/lastEventId|hasMore/);
    expect(found?.excerpt.length).toBeLessThan(190);
  });
});
