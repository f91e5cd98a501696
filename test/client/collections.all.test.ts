import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { clientRoutes } from '../../bin/client.ts';
import { collectionFiles, collectionsFolder } from '../../bin/collections.ts';

const require = createRequire(new URL('../clients/package.json', import.meta.url));
const written = await collectionFiles();

const expected = clientRoutes
  .map(({ method, path }) => `${method} ${path.replaceAll('+}', '}')}`)
  .toSorted();

describe('docs/collections', () => {
  it('match the API description; if not, run `npm run generate`', () => {
    const kept = globSync(['postman.json', 'bruno/**/*.{bru,json}'], { cwd: collectionsFolder });
    expect(kept.toSorted()).toEqual([...written.keys()].toSorted());
    const stale = kept.filter(
      (path) => readFileSync(`${collectionsFolder}/${path}`, 'utf8') !== written.get(path),
    );
    expect(stale).toEqual([]);
  });

  it('can be read with Postman’s own library, with every operation once', () => {
    const { Collection } = require('postman-collection');
    const collection = new Collection(JSON.parse(written.get('postman.json') ?? ''));
    const seen: string[] = [];
    collection.forEachItem(
      ({
        request,
      }: {
        readonly request: { method: string; url: { getPath: (o: object) => string } };
      }) => {
        const path = request.url.getPath({ unresolved: true }).replaceAll(/:(\w+)/g, '{$1}');
        seen.push(`${request.method} ${path}`);
      },
    );
    expect(seen.toSorted()).toEqual(expected);
    expect(collection.variables.get('baseUrl')).toBe('http://localhost:3000');
    expect(collection.variables.get('key')).toBe('');
  });

  it('can be read with Bruno’s own language, with every operation once', () => {
    const { bruToJsonV2 } = require('@usebruno/lang');
    const requests = [...written].filter(([path]) => /^bruno\/.+\/.+\.bru$/.test(path));
    const seen = requests
      .filter(([path]) => !path.startsWith('bruno/environments/'))
      .map(([, text]) => {
        const { http } = bruToJsonV2(text);
        expect(http.auth).toBe('inherit');
        const path = http.url.replace('{{baseUrl}}', '').replaceAll(/:(\w+)/g, '{$1}');
        return `${http.method.toUpperCase()} ${path}`;
      });
    expect(seen.toSorted()).toEqual(expected);
    expect(written.get('bruno/environments/laptop.bru')).toMatch(/vars:secret \[\s*key\s*\]/);
  });

  it('contain no key and no secret', () => {
    const all = [...written.values()].join('\n');
    expect(all).not.toMatch(/\b(?:sk|ak|pk)-\w{8}|(?:whsec|rit)_\w{8}|Bearer ey/);
  });
});
