import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { statesFile, withDiagrams } from '../../bin/states.ts';

const page = readFileSync(statesFile, 'utf8');

it('docs/states.md draws what the rules say; `node bin/states.ts` draws it anew', () => {
  expect(page).toBe(withDiagrams(page));
});

it('no state machine is left out, and none is drawn that has no rules', () => {
  expect(() => withDiagrams('')).toThrow(
    'not drawn: webhookEndpoint, webhookDelivery, manifestation, application, amendment, certificate, residency, invoice, paymentCase, approval, review, information, voucher',
  );
  const unknown = '<!-- states: lunch -->\n<!-- end -->';
  expect(() => withDiagrams(unknown)).toThrow('there are no states of lunch');
});
