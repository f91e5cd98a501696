import { button, buttons, form, linkButton } from '../../kernel/pages/form.ts';
import { type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { claimLinkLifetime } from '../domain/claim-link.ts';

const hours = claimLinkLifetime / 3_600_000;

const say = words({
  en: {
    kicker: 'Application for residency',
    title: 'Open your account',
    lead: 'Use your account to follow your application for residency. After approval, you find your permit number there and use the account to sign in to other services.',
    open: 'Open my account',
    object: 'I did not apply: reject it',
    fine: 'You don’t need a password. We send a code to your email address each time you sign in. If you say that you did not apply, we reject the application immediately and permanently and do not open an account.',
    objected: 'You have objected',
    objectedText:
      'We rejected the application and recorded who sent it. No account was opened. You don’t need to do anything else.',
    over: 'This link is no longer valid',
    overText: `A link in an email works once, within ${hours} hours. If you already opened your account, sign in with your email address.`,
    signIn: 'Sign in',
  },
  es: {
    kicker: 'Solicitud de residencia',
    title: 'Abra su cuenta',
    lead: 'Use su cuenta para seguir su solicitud de residencia. Después de la aprobación, ahí encontrará su número de permiso y con ella iniciará sesión en otros servicios.',
    open: 'Abrir mi cuenta',
    object: 'Yo no hice la solicitud: rechazarla',
    fine: 'No necesita contraseña. Enviamos un código a su correo electrónico cada vez que inicie sesión. Si usted no hizo la solicitud, la rechazamos de inmediato y de forma permanente, y no abrimos ninguna cuenta.',
    objected: 'Usted se opuso',
    objectedText:
      'Rechazamos la solicitud y registramos quién la envió. No se abrió ninguna cuenta. No tiene que hacer nada más.',
    over: 'Este enlace ya no es válido',
    overText: `Un enlace de un correo funciona una sola vez, dentro de ${hours} horas. Si ya abrió su cuenta, inicie sesión con su correo electrónico.`,
    signIn: 'Iniciar sesión',
  },
});

/**
 * The page behind the emailed link. Opening it does nothing, because programs that look for harmful links in
 * mail open it as well; the button does.
 */
export function claimPage(site: Site, { csrfToken }: { readonly csrfToken: string }): Html {
  const said = say(site);
  return layout(site, { title: said.title, kicker: said.kicker }, [
    html`<p class="lead">${said.lead}</p>`,
    form({ csrfToken }, [
      buttons(
        button({ label: said.open, name: 'decision', value: 'open' }),
        button({ label: said.object, name: 'decision', value: 'object', kind: 'danger' }),
      ),
    ]),
    html`<p class="fine after">${said.fine}</p>`,
  ]);
}

/** Shown after an objection by the link. */
export function claimObjectedPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.objected, kicker: said.kicker }, [
    html`<p class="lead">${said.objectedText}</p>`,
  ]);
}

/** A used, expired or unknown link; the page does not tell which. */
export function claimOverPage(site: Site): Html {
  const said = say(site);
  return layout(site, { title: said.over }, [
    html`<p class="lead">${said.overText}</p>`,
    html`<p>${linkButton(said.signIn, href(site, '/portal/sign-in'))}</p>`,
  ]);
}
