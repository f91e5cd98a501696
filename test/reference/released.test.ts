import { describe, expect, it } from 'vitest';
import { brokenPromises } from '../../bin/changes.ts';
import {
  accept,
  readChangesPage,
  unannounced,
  unlisted,
  writeChangesPage,
} from '../../bin/description/changes-page.ts';

describe('the API description and the last released one', () => {
  // Accept an intended change with `npm run changes -- --accept '<beginning of its line in CHANGELOG.md>'`.
  it('differ only in changes listed in docs/released/changes.md and the changelog', () => {
    expect(brokenPromises()).toEqual({ missing: [], stale: [], unannounced: [] });
  });
});

describe('the page of changes', () => {
  const page = new Map([
    ['One', ['`a`: is gone', '`b`: is gone']],
    ['Two', ['`c`: is gone']],
  ]);

  it('is read back as it was written', () => {
    expect(readChangesPage(writeChangesPage(page))).toEqual(page);
  });

  it('is read if two branches wrote under the same heading', () => {
    const text =
      '## One\n\n- `a`: is gone\n\n## Two\n\n- `c`: is gone\n\n## One\n\n- `b`: is gone\n';
    expect(readChangesPage(text)).toEqual(page);
  });

  it('reports unlisted changes as missing, and lines without a change as stale', () => {
    expect(unlisted(page, ['`b`: is gone', '`c`: is gone', '`d`: is gone'])).toEqual({
      missing: ['`d`: is gone'],
      stale: ['`a`: is gone'],
    });
  });

  it('adds unlisted changes under the heading, and removes stale lines', () => {
    const accepted = accept(page, 'Two', ['`b`: is gone', '`c`: is gone', '`d`: is gone']);
    expect(accepted).toEqual(
      new Map([
        ['One', ['`b`: is gone']],
        ['Two', ['`c`: is gone', '`d`: is gone']],
      ]),
    );
  });

  it.each([
    ['begins a line of the newest version', '## 1.1.0\n\n- One\n- Two\n  and more\n', []],
    ['is inside a line only', '## 1.1.0\n\n- One\n- And Two\n', ['Two']],
    ['belongs to an older version', '## 1.1.0\n\n- One\n\n## 1.0.0\n\n- Two\n', ['Two']],
  ])('compares headings with the changelog: a heading that %s', (_, changelog, missing) => {
    expect(unannounced(page, changelog)).toEqual(missing);
  });

  it('finds a heading that spans two lines in the changelog', () => {
    const broken = '## 1.1.0\n\n- A long\n  heading that goes on\n';
    expect(unannounced(new Map([['A long heading', ['`a`: is gone']]]), broken)).toEqual([]);
  });
});
