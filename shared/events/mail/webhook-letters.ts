import { instantInWords } from '../../kernel/domain/dates.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';
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
  owner: 'The owner disabled the endpoint',
  gone: 'The receiver answered with status 410, which means that it wants no more messages',
  failing: 'No message was delivered for five days',
  key_ended: 'The key that the endpoint uses was revoked or has expired',
  secret_lost: 'The signing secret can no longer be read: replace it first',
};

const spanish: Readonly<Record<DisabledReason, string>> = {
  owner: 'El titular desactivó la dirección',
  gone: 'El receptor respondió con el código 410, es decir, no quiere más mensajes',
  failing: 'Durante cinco días no se entregó ningún mensaje',
  key_ended: 'La clave que usa la dirección se revocó o venció',
  secret_lost: 'El secreto de firma ya no se puede leer: reemplácelo primero',
};

/** Of webhooks that have ended by themselves. */
export const webhookLetters = letters({
  en: {
    disabled: ({ host, reason, at, url }: Facts): Letter => ({
      subject: `We stopped sending webhooks to ${host}`,
      paragraphs: [
        `On ${instantInWords(at)} we stopped sending webhooks to ${host}. ${english[reason]}.`,
        'You can find later events in the event feed. Fix the receiver, then enable the endpoint again.',
      ],
      link: { label: 'Open developer settings', url },
    }),
  },
  es: {
    disabled: ({ host, reason, at, url }: Facts): Letter => ({
      subject: `Dejamos de enviar webhooks a ${host}`,
      paragraphs: [
        `El ${instantInWords(at, 'es')} dejamos de enviar webhooks a ${host}. ${spanish[reason]}.`,
        'Los eventos posteriores están en la lista de eventos. Corrija el receptor y vuelva a activar la dirección.',
      ],
      link: { label: 'Abrir la configuración para desarrolladores', url },
    }),
  },
});
