import { instantInWords } from '../../kernel/domain/dates.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';
import type { DisabledReason } from '../domain/webhook-endpoint.ts';

interface Facts {
  /** The name of the receiver's host. */
  readonly host: string;
  readonly reason: DisabledReason;
  /** ISO 8601. */
  readonly at: string;
  readonly url: string;
}

const english: Readonly<Record<DisabledReason, string>> = {
  owner: 'Its owner has disabled it',
  gone: 'The receiver answered 410: it wants no more messages',
  failing: 'Nothing has arrived there for five days',
  key_ended: 'The key that it acted with was revoked or has expired',
  secret_lost: 'The secret that signs can’t be read any more: replace it first',
};

const spanish: Readonly<Record<DisabledReason, string>> = {
  owner: 'Su titular la ha desactivado',
  gone: 'El receptor respondió 410: no quiere más mensajes',
  failing: 'Desde hace cinco días no ha llegado nada',
  key_ended: 'La clave con la que actuaba se revocó o ha caducado',
  secret_lost: 'El secreto que firma ya no se puede leer: sustitúyalo primero',
};

/** Of webhooks that have ended by themselves. */
export const webhookLetters = letters({
  en: {
    disabled: ({ host, reason, at, url }: Facts): Letter => ({
      subject: `No more webhooks are sent to ${host}`,
      paragraphs: [
        `On ${instantInWords(at)} the registry stopped sending messages about events to ${host}. ${english[reason]}.`,
        'What has happened since is in the feed of events. Mend the receiver, then enable the endpoint again.',
      ],
      link: { label: 'Go to the developer settings', url },
    }),
  },
  es: {
    disabled: ({ host, reason, at, url }: Facts): Letter => ({
      subject: `Ya no se envían webhooks a ${host}`,
      paragraphs: [
        `El ${instantInWords(at, 'es')} el registro dejó de enviar mensajes sobre eventos a ${host}. ${spanish[reason]}.`,
        'Lo que ha ocurrido desde entonces está en la lista de eventos. Repare el receptor y vuelva a activar la dirección.',
      ],
      link: { label: 'Ir a los ajustes de desarrollador', url },
    }),
  },
});
