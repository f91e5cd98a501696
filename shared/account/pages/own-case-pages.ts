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
    title: 'Is your mailbox lost?',
    kicker: 'Your account',
    opened: (at: Content) =>
      html`On ${at} the registry was told that you can no longer read the mailbox of your account, and that the account is to have another address.`,
    suspended:
      'Until that is settled nothing can be signed, allowed, paid or changed in your name. Your keys and the applications that you have connected do not work.',
    due: (at: Content) =>
      html`Two persons of the registry have approved it. The address changes on ${at}.`,
    undecided:
      'Two persons of the registry look at the evidence. After the second approval it takes 72 hours until the address changes.',
    unproven:
      'First open the link that was mailed to the new address, and confirm it. Nobody approves it before.',
    stopTitle: 'It was not you?',
    stopText: 'Stop it. The address stays, and your keys work again at once.',
    stop: 'Stop it',
    confirmTitle: 'It was you?',
    confirmText: 'Confirm it with your passkey: then nobody waits for 72 hours.',
    confirm: 'Confirm that it is me',
    signIn:
      'For that, sign in with a passkey now. One that you added three days or more before counts.',
    signInLink: 'Sign in with a passkey',
    tooNew:
      'You have signed in with a passkey that was added less than three days before the registry was told. It does not count: the address changes after the 72 hours.',
    confirmed: 'You have confirmed that it is you',
    confirmedText: 'The address changes as soon as two persons of the registry have approved it.',
    none: 'Your account is not suspended',
    noneText: 'No lost mailbox is being dealt with.',
    home: 'Go to the portal',
    ends: {
      changed: [
        'The address was changed',
        'Sign in with the new one. If it was not you, write to the registry at once.',
      ],
      refused: ['It is over', 'The registry did not accept it. The address stays as it was.'],
      withdrawn: ['It is over', 'It was withdrawn. The address stays as it was.'],
      stopped: ['It is stopped', 'The address stays as it was, and your keys work again.'],
    } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
    invalid: 'This link is no longer valid',
    invalidText: 'Use the link in the newest mail. If there is none, write to the registry.',
  },
  es: {
    title: '¿Ha perdido su buzón?',
    kicker: 'Su cuenta',
    opened: (at: Content) =>
      html`El ${at} se comunicó al registro que usted ya no puede leer el buzón de su cuenta y que la cuenta debe tener otra dirección.`,
    suspended:
      'Hasta que se resuelva, no se puede firmar, autorizar, pagar ni cambiar nada en su nombre. Sus claves y las aplicaciones que conectó no funcionan.',
    due: (at: Content) =>
      html`Dos personas del registro lo han aprobado. La dirección cambia el ${at}.`,
    undecided:
      'Dos personas del registro examinan las pruebas. Tras la segunda aprobación pasan 72 horas hasta que cambia la dirección.',
    unproven:
      'Abra primero el enlace que se envió a la nueva dirección y confírmela. Nadie lo aprueba antes.',
    stopTitle: '¿No fue usted?',
    stopText: 'Deténgalo. La dirección se mantiene y sus claves vuelven a funcionar de inmediato.',
    stop: 'Detenerlo',
    confirmTitle: '¿Fue usted?',
    confirmText: 'Confírmelo con su llave de acceso: así nadie espera 72 horas.',
    confirm: 'Confirmar que soy yo',
    signIn:
      'Para ello, inicie sesión ahora con una llave de acceso. Cuenta la que usted añadió tres días antes o más.',
    signInLink: 'Iniciar sesión con una llave de acceso',
    tooNew:
      'Inició sesión con una llave de acceso añadida menos de tres días antes de que se avisara al registro. No cuenta: la dirección cambia pasadas las 72 horas.',
    confirmed: 'Usted ha confirmado que es usted',
    confirmedText: 'La dirección cambia en cuanto dos personas del registro lo hayan aprobado.',
    none: 'Su cuenta no está suspendida',
    noneText: 'No se está tramitando ningún buzón perdido.',
    home: 'Ir al portal',
    ends: {
      changed: [
        'La dirección se cambió',
        'Inicie sesión con la nueva. Si no fue usted, escriba al registro de inmediato.',
      ],
      refused: ['Ha terminado', 'El registro no lo aceptó. La dirección sigue como estaba.'],
      withdrawn: ['Ha terminado', 'Se retiró. La dirección sigue como estaba.'],
      stopped: [
        'Está detenido',
        'La dirección sigue como estaba y sus claves vuelven a funcionar.',
      ],
    } as Readonly<Partial<Record<MailboxCaseStatus, readonly [string, string]>>>,
    invalid: 'Este enlace ya no es válido',
    invalidText: 'Use el enlace del correo más reciente. Si no hay ninguno, escriba al registro.',
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
