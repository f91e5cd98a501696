import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ruleOf } from '../../shared/kernel/contracts/rule.ts';
import { describeFields } from '../../shared/reference/openapi/json-schema.ts';
import { compile, customChecks, places, verdict } from '../support/described-requests.ts';
import { disagreements } from '../support/unsaid-rules.ts';

/** Every text field with a rule, without repetitions. */
const texts = [
  ...new Map(
    places
      .filter(({ schema }) => schema._zod.def.type === 'string' || ruleOf(schema) !== undefined)
      .filter(({ schema }) => customChecks(schema).length > 0 || ruleOf(schema) !== undefined)
      .map(({ place, schema }) => {
        const { value = {} } = describeFields(z.object({ value: schema })).properties;
        const { description: _, ...json } = value;
        // Two fields with the same description can remove different characters.
        const leavesOut = z.safeParse(schema, 'a\u200bb').success;
        return [JSON.stringify([json, leavesOut]), { place, schema, json }] as const;
      }),
  ).values(),
];

const curated = [
  ...[
    '',
    ' ',
    '\t',
    'a',
    ' a ',
    'a b',
    '-',
    '–',
    '+1 (2) 3',
    '…',
    'é',
    'Ω',
    '名',
    'a\nb',
    'a\u200bb',
    '\ufeffa',
  ],
  ...[
    'a\u00adb',
    'a\ufe0fb',
    'ab\u0000',
    '\u0085',
    '\u2028',
    'a\u2028b',
    'a\u3164',
    '\ue000',
    '\uffff',
    '9',
  ],
  ...['80000000000012', '90000000000012', '70000000000012', '8000000000001', '800000000000123'],
  ...['2026-02-28', '2026-02-29', '2028-02-29', '2026-13-01', '2026-2-1', '20260201', '0000-01-01'],
  ...['9999-12-31T20:00:00-05:00', '0000-01-01T00:00:00+01:00', 'a\ufffdb', 'a\u2029b'],
  ...['2026-02-28T10:00:00Z', '2026-02-28T10:00:00.123456789+05:30', '2026-02-30T10:00:00Z'],
  ...[
    '2026-02-28T23:59:60Z',
    '2026-02-28t10:00:00z',
    '2026-02-28T10:00:00',
    '2026-02-28T25:00:00Z',
  ],
  ...['2026-02-28T10:00:00.1234567890Z', '2026-02-28T10:00Z', '2026-02-28T10:00:00+24:00'],
  ...[
    'https://a.example',
    'https://a.example/',
    'https://a.example/b?c=d#e',
    'http://localhost:1/x',
  ],
  ...[
    'http://a.example',
    'https://u:p@a.example',
    'https://*.example',
    'ftp://a.example',
    '//a',
    'a',
  ],
  ...[
    'http://127.0.0.1:65535',
    'https://a.example:65536',
    'http://[::1]/a',
    'https:a.example',
    'https://',
  ],
  ...[
    'https://a.example\\b',
    'https://1.2.3.4',
    'https://a.1',
    'https://é.example/',
    'javascript:x',
  ],
  ...[
    'HN',
    'US',
    'XX',
    'hn',
    'HND',
    'ABC',
    'a.b-c_d',
    'AB',
    'A'.repeat(64),
    'A'.repeat(65),
    'a'.repeat(200),
  ],
  ...[
    'a'.repeat(201),
    'a'.repeat(2001),
    'YQ==',
    'YR==',
    'YWI=',
    'YWJj',
    'YWJ',
    'YW\nJj',
    'IUEh',
    'YQ',
  ],
  ...[
    'cardpay',
    'stripe',
    'CARDPAY',
    'registry_employment_solutions',
    'prospera_employment_solutions',
  ],
];

function anyText(pattern: unknown): fc.Arbitrary<string> {
  const odd = fc.constantFrom(...curated);
  const mixed = fc
    .tuple(odd, fc.string({ unit: 'grapheme' }), odd)
    .map(([before, middle, after]) => before + middle + after);
  const general = [odd, mixed, fc.string({ unit: 'binary' }), fc.string({ maxLength: 250 })];
  if (typeof pattern !== 'string') return fc.oneof(...general);
  const matching = fc.stringMatching(new RegExp(pattern));
  const nearly = fc.tuple(matching, odd).map(([one, other]) => one + other);
  return fc.oneof(...general, matching, matching, nearly);
}

it.each(disagreements)(
  'the known disagreement still exists: $reason',
  ({ among, taker, example }) => {
    const verdicts = texts
      .filter(({ json }) => among(json))
      .map(({ schema, json }) => verdict({ schema, described: compile(json) }, example));
    expect(verdicts).toContain(taker);
  },
);

it.each(texts)('$place: the description accepts the same texts as the code', ({ schema, json }) => {
  const described = compile(json);
  const known = disagreements.filter(({ among }) => among(json));
  const agrees = (value: string) => {
    const taker = verdict({ schema, described }, value);
    return taker === null || known.some((one) => one.taker === taker && one.concerns(value));
  };
  expect(curated.filter((value) => !agrees(value))).toEqual([]);
  fc.assert(fc.property(anyText(json['pattern']), agrees), { numRuns: 500, seed: 191 });
});
