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

it('a resident’s application changes state only as the transition table says', () => {
  for (const state of clientStates) {
    for (const [command, run] of Object.entries(commands)) {
      const row = clientTransitions[state];
      // The table has these commands; in a state without `narrow`, narrowing is an ordinary change.
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

it('operators can remove a logo in every state but suspended, without changing the state', () => {
  expect(clientStates.filter((state) => removeLogo(inState(state), 'why').ok)).toEqual(
    clientStates.filter((state) => state !== 'suspended'),
  );
  expect(removeLogo(inState('approved'), 'why')).toEqual({
    ok: true,
    next: { reviewState: 'approved', reviewReason: 'why', logo: null, proposed: null },
  });
  expect(removeLogo(inState(null), 'why')).toEqual({ ok: false, reason: 'suspended' });
});
