import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

interface Receipt {
  /** `R-2026-000123`. */
  readonly number: string;
  readonly amount: string;
  /** What was paid for, in words, and its name. */
  readonly what: string;
  /** Where the receipt is; null: the reader may have no account. */
  readonly url: string | null;
}

/** To the person who paid, or for whom it was paid. */
export const receiptLetters = letters({
  en: {
    receipt: ({ number, amount, what, url }: Receipt): Letter => ({
      subject: `Your receipt ${number}`,
      paragraphs: [
        `We received your payment of ${amount}. Thank you.`,
        `You paid for: ${what}. Your receipt number is ${number}.`,
        url === null
          ? 'Keep this email. Once you have an account, the receipt is under Invoices.'
          : 'You can download the receipt as a PDF. It stays under Invoices in your account.',
      ],
      ...(url !== null && { link: { label: 'View the receipt', url } }),
    }),
  },
  es: {
    receipt: ({ number, amount, what, url }: Receipt): Letter => ({
      subject: `Su recibo ${number}`,
      paragraphs: [
        `Recibimos su pago de ${amount}. Gracias.`,
        `Usted pagó: ${what}. El número de su recibo es ${number}.`,
        url === null
          ? 'Conserve este correo. Cuando tenga una cuenta, el recibo estará en Facturas.'
          : 'Puede descargar el recibo en PDF. Queda guardado en Facturas, en su cuenta.',
      ],
      ...(url !== null && { link: { label: 'Ver el recibo', url } }),
    }),
  },
});
