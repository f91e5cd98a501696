import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CredentialKind } from '../domain/credential.ts';
import { walletTexts } from '../texts/index.ts';

const say = words(walletTexts);

/** Why a person can't let a wallet fetch a credential of this kind. */
export function whyImpossible(reader: Spoken, kind: CredentialKind): string {
  return say(reader).impossible[kind];
}

/** The error message if a person allowed it without the required choice. */
export function chooseEntity(reader: Spoken): string {
  return say(reader).choose;
}
