import type { Spoken } from '../../kernel/domain/locale.ts';
import { button, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { type CeremonyForm, ceremonyForm } from './ceremony-form.ts';

const say = words({
  en: {
    or: 'Or with a passkey',
    ifAdded: 'If you have added one to your account: no mail, no code.',
    signIn: 'Sign in with a passkey',
    back: 'Back to the sign-in',
    refused: {
      over: {
        title: 'Try once more',
        text: 'The page was open for more than five minutes, was used already, or was opened in another browser. Nothing was done.',
      },
      wrong: {
        title: 'This passkey does not work here',
        text: 'It may have been removed from your account, or have been made for something else. Sign in with a code by mail, and look at your passkeys.',
      },
      suspended: {
        title: 'This passkey is not accepted any more',
        text: 'Its counter went back, so there may be a copy of it. Sign in with a code by mail, remove it, and add a new one.',
      },
    },
  },
  es: {
    or: 'O con una llave de acceso',
    ifAdded: 'Si ha añadido una a su cuenta: sin correo y sin código.',
    signIn: 'Iniciar sesión con una llave de acceso',
    back: 'Volver al inicio de sesión',
    refused: {
      over: {
        title: 'Inténtelo una vez más',
        text: 'La página estuvo abierta más de cinco minutos, ya se usó o se abrió en otro navegador. No se hizo nada.',
      },
      wrong: {
        title: 'Esta llave de acceso no funciona aquí',
        text: 'Puede que se haya quitado de su cuenta o que se haya creado para otra cosa. Inicie sesión con un código por correo y revise sus llaves de acceso.',
      },
      suspended: {
        title: 'Esta llave de acceso ya no se acepta',
        text: 'Su contador retrocedió, así que puede existir una copia. Inicie sesión con un código por correo, quítela y añada una nueva.',
      },
    },
  },
});

/** The other way in, below the form for the address. */
export function passkeySignInForm(ceremony: Omit<CeremonyForm, 'kind'>, reader: Spoken = {}): Html {
  const said = say(reader);
  return ceremonyForm({ kind: 'offer', ...ceremony }, [
    html`<h2>${said.or}</h2>
<p>${said.ifAdded}</p>`,
    button({ label: said.signIn, kind: 'secondary' }),
  ]);
}

/** A sign-in with a passkey that was refused. `again` leads to the sign-in page, on the same way. */
export function passkeyRefusedPage(
  site: Site,
  why: 'over' | 'wrong' | 'suspended',
  again: string,
): Html {
  const said = say(site);
  const { title, text } = said.refused[why];
  return layout(site, { title }, [
    html`<p class="lead">${text}</p>`,
    html`<p>${linkButton(said.back, again)}</p>`,
  ]);
}
