import { describe, expect, it } from 'vitest';
import { lint } from '../../bin/prose/lint.ts';

const old = [
  ['Whoever reads that mail can object.', ['whoever']],
  ['There are webhooks that tell of it.', ['tell of']],
  ['A used code counts no more.', ['counts no more']],
  ['See how your application stands, and go on with the payment.', ['stands', 'go on']],
  ['Paste the link. Of a proof that was sent, you can also paste the code.', ['Of']],
  ['Fifty run at once, and each is made anew.', ['at once', 'anew']],
  ['The key is not valid any more, and another one is in place of it.', ['more', 'in place']],
  ['They are mailed of the first case, too.', ['mailed', 'too']],
  ['Somebody has to be told.', ['somebody', 'to be', 'told']],
  ['It is for good, and cheaper than a dearer one; it is to be reckoned.', ['good', 'dearer']],
  ['It is one, unless it says otherwise, in a word of the sender.', ['otherwise', 'in a word']],
  ['What was put right stands beside it.', ['right', 'beside']],
] as const;

describe('words to avoid', () => {
  it.each(old)('are found in: %s', async (sentence, words) => {
    const messages = (await lint(`# Title\n\n${sentence}\n`, 'markdown')).map((found) => {
      expect(found.line).toBe(3);
      return found.message.toLowerCase();
    });
    for (const word of words) {
      expect(messages).toContainEqual(expect.stringContaining(word.toLowerCase()));
    }
  });

  it('are found in comments across lines and in texts, with their line', async () => {
    const source = [
      "const note = 'It is made anew each time.';",
      '/**',
      ' * Two runs may go',
      ' * on.',
      ' */',
      '// A mail goes to',
      '// each of them, too.',
      'const tells = `It goes on here.`;',
    ].join('\n');
    const lines = async (kind: 'comment' | 'text') =>
      (await lint(source, kind)).map(({ line }) => line);
    expect(await lines('comment')).toEqual([3, 6, 7]);
    expect(await lines('text')).toEqual([1, 8]);
  });

  it('are found in the titles of tests, and not in their other texts', async () => {
    const source = [
      "it('comes at once', () => {",
      "  send('Say what goes on here');",
      '});',
      "describe.each([1])('is made anew', () => {});",
      "it.each(['it is made anew'])(",
      "  'goes on with %s',",
      '  () => {},',
      ');',
    ].join('\n');
    expect((await lint(source, 'comment')).map(({ line }) => line)).toEqual([1, 4, 6]);
  });

  it('are left alone in code, addresses and names', async () => {
    const text =
      'Run `go on`, see [this page](https://example.com/at-once) and `anew`.\n\n```sh\ngo on\n```\n';
    expect(await lint(text, 'markdown')).toEqual([]);
  });
});
