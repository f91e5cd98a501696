import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CredentialKind } from '../domain/credential.ts';

const say = words({
  en: {
    impossible: {
      residency: 'You can’t get this credential because you are not a resident now.',
      good_standing:
        'You can’t get this credential because you don’t represent a legal entity with a confirmed good standing.',
    },
    choose: 'Choose the legal entity that the credential is about',
  },
  es: {
    impossible: {
      residency: 'No puede obtener esta credencial porque ahora usted no es residente.',
      good_standing:
        'No puede obtener esta credencial porque no representa a ninguna persona jurídica con la vigencia confirmada.',
    },
    choose: 'Elija la persona jurídica de la que trata la credencial',
  },
});

/** Why somebody can't let a wallet fetch a credential of this kind. */
export function whyImpossible(reader: Spoken, kind: CredentialKind): string {
  return say(reader).impossible[kind];
}

/** The complaint when somebody allowed it without the choice that it takes. */
export function chooseEntity(reader: Spoken): string {
  return say(reader).choose;
}
