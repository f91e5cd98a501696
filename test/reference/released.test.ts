import { describe, expect, it } from 'vitest';
import { brokenPromises } from '../../bin/changes.ts';
import {
  accept,
  readChangesPage,
  unannounced,
  unlisted,
  writeChangesPage,
} from '../../bin/description/changes-page.ts';

describe('the description and the last one released', () => {
  // A change that is meant: `npm run changes -- --accept '<beginning of its line in CHANGELOG.md>'`.
  it('differ only as docs/released and the changelog say; CONTRIBUTING.md says how', () => {
    expect(brokenPromises()).toEqual({ missing: [], stale: [], unannounced: [] });
  });
});

describe('the page of changes', () => {
  const page = new Map([
    ['One', ['`a`: is gone', '`b`: is gone']],
    ['Two', ['`c`: is gone']],
  ]);

  it('is read as it was written', () => {
    expect(readChangesPage(writeChangesPage('1.2.3', page))).toEqual(page);
  });

  it('is read when two branches wrote under the same heading', () => {
    const text =
      '## One\n\n- `a`: is gone\n\n## Two\n\n- `c`: is gone\n\n## One\n\n- `b`: is gone\n';
    expect(readChangesPage(text)).toEqual(page);
  });

  it('misses what it does not list, and has no line that is not found', () => {
    expect(unlisted(page, ['`b`: is gone', '`c`: is gone', '`d`: is gone'])).toEqual({
      missing: ['`d`: is gone'],
      stale: ['`a`: is gone'],
    });
  });

  it('takes what was found under a heading, and drops what was not', () => {
    const accepted = accept(page, 'Two', ['`b`: is gone', '`c`: is gone', '`d`: is gone']);
    expect(accepted).toEqual(
      new Map([
        ['One', ['`b`: is gone']],
        ['Two', ['`c`: is gone', '`d`: is gone']],
      ]),
    );
  });

  it.each([
    ['begins a line under Unreleased', '## Unreleased\n\n- One\n- Two\n  and more\n', []],
    ['stands within a line only', '## Unreleased\n\n- One\n- And Two\n', ['Two']],
    ['was released before', '## Unreleased\n\n- One\n\n## 0.1.0\n\n- Two\n', ['Two']],
  ])('is announced where each heading %s', (_, changelog, missing) => {
    expect(unannounced(page, changelog)).toEqual(missing);
  });

  it('knows a heading that the changelog breaks over two lines', () => {
    const broken = '## Unreleased\n\n- A long\n  heading that goes on\n';
    expect(unannounced(new Map([['A long heading', ['`a`: is gone']]]), broken)).toEqual([]);
  });
});
