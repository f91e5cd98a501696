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
    lead: 'In your account you see how your application for residency stands. After the approval it is where your permit number is, and where you sign in to other services.',
    open: 'Open my account',
    object: 'I did not apply: object',
    fine: 'There is no password: from then on we send a code to your e-mail address whenever you sign in. An objection rejects the application at once, for good, and opens no account.',
    objected: 'You have objected',
    objectedText:
      'The application was rejected, and the registry has taken note of who sent it. No account was opened; there is nothing else to do.',
    over: 'This link is no longer valid',
    overText: `A link from a mail works once, within ${hours} hours. If you have opened your account before, sign in with your e-mail address.`,
    signIn: 'Sign in',
  },
  es: {
    kicker: 'Solicitud de residencia',
    title: 'Abra su cuenta',
    lead: 'En su cuenta verá cómo va su solicitud de residencia. Tras la aprobación, ahí estará su número de permiso y desde ahí iniciará sesión en otros servicios.',
    open: 'Abrir mi cuenta',
    object: 'Yo no hice la solicitud: oponerme',
    fine: 'No hay contraseña: desde entonces enviamos un código a su correo electrónico cada vez que inicie sesión. Una oposición rechaza la solicitud de inmediato y para siempre, y no abre ninguna cuenta.',
    objected: 'Usted se opuso',
    objectedText:
      'La solicitud fue rechazada y el registro tomó nota de quién la envió. No se abrió ninguna cuenta; no tiene que hacer nada más.',
    over: 'Este enlace ya no es válido',
    overText: `Un enlace de un correo sirve una sola vez, dentro de ${hours} horas. Si ya abrió su cuenta, inicie sesión con su correo electrónico.`,
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
