import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CredentialKind } from '../domain/credential.ts';
import { walletTexts } from '../texts/index.ts';

const say = words(walletTexts);

/** Why somebody can't let a wallet fetch a credential of this kind. */
export function whyImpossible(reader: Spoken, kind: CredentialKind): string {
  return say(reader).impossible[kind];
}

/** The complaint when somebody allowed it without the choice that it takes. */
export function chooseEntity(reader: Spoken): string {
  return say(reader).choose;
}
