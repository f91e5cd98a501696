import { button, form } from '../../kernel/pages/form.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { layout } from '../../kernel/pages/layout.ts';
import { portalLayout, type Reader } from '../../kernel/pages/portal-layout.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { instant, notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import { isEnded, type MailboxCaseStatus } from '../domain/mailbox-case.ts';

/** A case as those see it whose account it is about. The address that the account is to have is not on their pages. */
export interface OwnCase {
  readonly status: MailboxCaseStatus;
  readonly openedAt: string;
  readonly dueAt: string | null;
  readonly provenAt: string | null;
  readonly confirmedAt: string | null;
}

const say = words({
  en: {
    title: 'Request to change your email address',
    kicker: 'Your account',
    opened: (at: Content) =>
      html`On ${at}, someone told us that you can no longer read the mailbox of your account, and asked us to change the account’s email address.`,
    suspended:
      'Your account is suspended until the request is decided. Nothing can be signed, allowed, paid or changed in your name. Your keys and connected applications do not work.',
    due: (at: Content) =>
      html`Two members of the registry’s staff have approved the request. The address changes on ${at}.`,
    undecided:
      'Two members of the registry’s staff check the evidence. The address changes 72 hours after the second approval.',
    unproven:
      'First, open the link we emailed to the new address and confirm it. We can’t approve the request before.',
    stopTitle: 'Wasn’t you?',
    stopText: 'Stop the request. Your address stays the same and your keys work again immediately.',
    stop: 'Stop the request',
    confirmTitle: 'Was this you?',
    confirmText: 'Confirm with your passkey to skip the 72-hour wait.',
    confirm: 'Confirm it was me',
    signIn:
      'To confirm, sign in with a passkey now. You must have added the passkey at least 3 days before the request.',
    signInLink: 'Sign in with a passkey',
    tooNew:
      'You can’t confirm with this passkey because you added it less than 3 days before the request. The address changes after the 72-hour wait.',
    confirmed: 'You confirmed that it was you',
    confirmedText:
      'The address changes as soon as two members of the registry’s staff approve the request.',
    none: 'Your account is not suspended',
    noneText: 'There is no open request to change your email address.',
    home: 'Go to the portal',
    ends: {
      changed: [
        'Email address changed',
        'Sign in with the new address. If you didn’t ask for this change, contact the registry immediately.',
      ],
      refused: [
        'Request refused',
        'The registry did not accept the request. Your address stays the same.',
      ],
      withdrawn: ['Request withdrawn', 'Your address stays the same.'],
      stopped: ['Request stopped', 'Your address stays the same and your keys work again.'],
    } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
    invalid: 'This link is no longer valid',
    invalidText: 'Use the link in the newest email. If you don’t have one, contact the registry.',
  },
  es: {
    title: 'Solicitud para cambiar su dirección de correo',
    kicker: 'Su cuenta',
    opened: (at: Content) =>
      html`El ${at} alguien nos comunicó que usted ya no puede leer el buzón de su cuenta y nos pidió cambiar la dirección de correo de la cuenta.`,
    suspended:
      'Su cuenta está suspendida hasta que se decida la solicitud. No se puede firmar, autorizar, pagar ni cambiar nada en su nombre. Sus claves y sus aplicaciones conectadas no funcionan.',
    due: (at: Content) =>
      html`Dos miembros del personal del registro aprobaron la solicitud. La dirección cambia el ${at}.`,
    undecided:
      'Dos miembros del personal del registro revisan las pruebas. La dirección cambia 72 horas después de la segunda aprobación.',
    unproven:
      'Primero abra el enlace que enviamos a la nueva dirección y confírmela. Antes no podemos aprobar la solicitud.',
    stopTitle: '¿No fue usted?',
    stopText:
      'Detenga la solicitud. Su dirección sigue igual y sus claves vuelven a funcionar de inmediato.',
    stop: 'Detener la solicitud',
    confirmTitle: '¿Fue usted?',
    confirmText: 'Confirme con su llave de acceso para no esperar 72 horas.',
    confirm: 'Confirmar que fui yo',
    signIn:
      'Para confirmar, inicie sesión ahora con una llave de acceso. Debe haberla añadido al menos 3 días antes de la solicitud.',
    signInLink: 'Iniciar sesión con una llave de acceso',
    tooNew:
      'No puede confirmar con esta llave de acceso porque la añadió menos de 3 días antes de la solicitud. La dirección cambia después de las 72 horas.',
    confirmed: 'Usted confirmó que fue usted',
    confirmedText:
      'La dirección cambia en cuanto dos miembros del personal del registro aprueben la solicitud.',
    none: 'Su cuenta no está suspendida',
    noneText: 'No hay ninguna solicitud abierta para cambiar su dirección de correo.',
    home: 'Ir al portal',
    ends: {
      changed: [
        'Dirección de correo cambiada',
        'Inicie sesión con la nueva dirección. Si usted no pidió este cambio, comuníquese con el registro de inmediato.',
      ],
      refused: [
        'Solicitud denegada',
        'El registro no aceptó la solicitud. Su dirección sigue igual.',
      ],
      withdrawn: ['Solicitud retirada', 'Su dirección sigue igual.'],
      stopped: ['Solicitud detenida', 'Su dirección sigue igual y sus claves vuelven a funcionar.'],
    } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
    invalid: 'Este enlace ya no es válido',
    invalidText:
      'Use el enlace del correo más reciente. Si no tiene ninguno, comuníquese con el registro.',
  },
});

/** What is known of one's case, with the way to stop it, and to confirm it. `own` null: none runs. */
export function ownCasePage(
  site: Site,
  reader: Reader,
  own: OwnCase | null,
  confirm: 'now' | 'sign_in' | 'too_new',
): Html {
  const said = say(site);
  const { csrfToken } = reader;
  if (own === null) {
    return portalLayout(site, reader, { title: said.none, kicker: said.kicker }, [
      html`<p class="lead">${said.noneText}</p>
<p><a href="${href(site, '/portal')}">${said.home}</a></p>`,
    ]);
  }
  const answer = (value: 'confirm' | 'stop', label: string, kind: 'primary' | 'danger') =>
    form({ csrfToken }, button({ label, name: 'answer', value, kind }));
  return portalLayout(site, reader, { title: said.title, kicker: said.kicker }, [
    stateOf(site, own),
    html`<h2>${said.stopTitle}</h2>
<p>${said.stopText}</p>`,
    answer('stop', said.stop, 'danger'),
    (own.confirmedAt === null || own.provenAt === null) && html`<h2>${said.confirmTitle}</h2>`,
    own.provenAt === null && html`<p>${said.unproven}</p>`,
    own.confirmedAt === null && [
      confirm === 'now'
        ? [html`<p>${said.confirmText}</p>`, answer('confirm', said.confirm, 'primary')]
        : confirm === 'too_new'
          ? html`<p>${said.tooNew}</p>`
          : html`<p>${said.confirmText} ${said.signIn}</p>
<p><a href="${href(site, '/portal/sign-in?next=/portal/mailboxes/mine')}">${said.signInLink}</a></p>`,
    ],
  ]);
}

/** What a mailed link stops, for whoever reads the former mailbox; null: it leads nowhere. */
export function stopCasePage(site: Site, own: OwnCase | null, csrfToken: string): Html {
  const said = say(site);
  if (own === null) {
    return layout(site, { title: said.invalid, kicker: said.kicker }, [
      html`<p class="lead">${said.invalidText}</p>`,
    ]);
  }
  const end = said.ends[own.status];
  return layout(
    site,
    { title: said.title, kicker: said.kicker },
    isEnded(own.status)
      ? end && notice('info', end[0], html`<p>${end[1]}</p>`)
      : [
          stateOf(site, own),
          html`<h2>${said.stopTitle}</h2>
<p>${said.stopText}</p>`,
          form({ csrfToken }, button({ label: said.stop, kind: 'danger' })),
        ],
  );
}

function stateOf(site: Site, { openedAt, dueAt, confirmedAt }: OwnCase): Content {
  const said = say(site);
  return [
    confirmedAt !== null && notice('success', said.confirmed, html`<p>${said.confirmedText}</p>`),
    html`<p class="lead">${said.opened(instant(openedAt, site))}</p>
<p>${said.suspended}</p>
<p>${dueAt === null ? said.undecided : said.due(instant(dueAt, site))}</p>`,
  ];
}
