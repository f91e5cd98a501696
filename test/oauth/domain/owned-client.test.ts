import { expect, it } from 'vitest';
import {
  approveClient,
  askForReview,
  type ClientCommand,
  type ClientState,
  changeOwned,
  clientStates,
  clientTransitions,
  type ReviewedClient,
  reinstateClient,
  rejectClient,
  removeLogo,
  suspendClient,
} from '../../../shared/oauth/domain/owned-client.ts';

const fields = {
  name: 'Ledger',
  privacyUri: 'https://ledger.example/privacy',
  redirectUris: ['https://ledger.example/a', 'https://ledger.example/b'],
  scopes: ['openid'],
  logo: 'a'.repeat(64),
};
const inState = (reviewState: ClientState | null): ReviewedClient => ({
  ...fields,
  ownerId: 'ada',
  reviewState,
  proposed: null,
});

const commands: Readonly<
  Record<ClientCommand, (client: ReviewedClient) => { readonly ok: boolean }>
> = {
  change: (client) => changeOwned(client, { ...fields, name: 'Another' }),
  narrow: (client) => changeOwned(client, { ...fields, redirectUris: [] }),
  ask: askForReview,
  approve: approveClient,
  reject: (client) => rejectClient(client, 'why'),
  remove_logo: (client) => removeLogo(client, 'why'),
  suspend: (client) => suspendClient(client, 'why'),
  reinstate: reinstateClient,
};

it('an application of a resident goes from state to state as the table says, and no other way', () => {
  for (const state of clientStates) {
    for (const [command, run] of Object.entries(commands)) {
      const row = clientTransitions[state];
      // The table has these commands; where a state knows no narrowing, it is a change like any other.
      const next = row[command as ClientCommand] ?? (command === 'narrow' ? row.change : undefined);
      const decision = run(inState(state));
      expect([state, command, Reflect.get(Object(decision), 'next')?.reviewState]).toEqual([
        state,
        command,
        next,
      ]);
    }
  }
});

it('operators take a picture away in every state but the last, and nothing else of it changes', () => {
  expect(clientStates.filter((state) => removeLogo(inState(state), 'why').ok)).toEqual(
    clientStates.filter((state) => state !== 'suspended'),
  );
  expect(removeLogo(inState('approved'), 'why')).toEqual({
    ok: true,
    next: { reviewState: 'approved', reviewReason: 'why', logo: null, proposed: null },
  });
  expect(removeLogo(inState(null), 'why')).toEqual({ ok: false, reason: 'suspended' });
});
