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
    ifAdded: 'If you have added a passkey to your account, you do not need an emailed code.',
    signIn: 'Sign in with a passkey',
    back: 'Back to sign in',
    refused: {
      over: {
        title: 'Try again',
        text: 'You are not signed in. The page was open for more than five minutes, was already used, or was opened in another browser.',
      },
      wrong: {
        title: 'This passkey does not work here',
        text: 'It may have been removed from your account, or created for a different service. Sign in with an emailed code and check your passkeys.',
      },
      suspended: {
        title: 'This passkey is no longer accepted',
        text: 'There may be a copy of it. Sign in with an emailed code, remove the passkey and add a new one.',
      },
    },
  },
  es: {
    or: 'O con una llave de acceso',
    ifAdded: 'Si agregó una llave de acceso a su cuenta, no necesita un código por correo.',
    signIn: 'Iniciar sesión con una llave de acceso',
    back: 'Volver al inicio de sesión',
    refused: {
      over: {
        title: 'Inténtelo de nuevo',
        text: 'No inició sesión. La página estuvo abierta más de cinco minutos, ya se había usado o se abrió en otro navegador.',
      },
      wrong: {
        title: 'Esta llave de acceso no funciona aquí',
        text: 'Puede que se haya quitado de su cuenta o que se haya creado para otro servicio. Inicie sesión con un código por correo y revise sus llaves de acceso.',
      },
      suspended: {
        title: 'Esta llave de acceso ya no se acepta',
        text: 'Puede existir una copia. Inicie sesión con un código por correo, quítela y agregue una nueva.',
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
