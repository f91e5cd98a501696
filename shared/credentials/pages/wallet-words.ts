import type { Spoken } from '../../kernel/domain/locale.ts';
import { words } from '../../kernel/pages/words.ts';
import type { CredentialKind } from '../domain/credential.ts';

const say = words({
  en: {
    impossible: {
      residency: 'You are not a resident at present, so there is no such credential.',
      good_standing:
        'You represent no legal entity whose good standing is certain, so there is no such credential.',
    },
    choose: 'Choose the legal entity that the credential is about',
  },
  es: {
    impossible: {
      residency: 'Usted no es residente en este momento, así que no hay tal credencial.',
      good_standing:
        'Usted no representa a ninguna persona jurídica cuya vigencia sea segura, así que no hay tal credencial.',
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
