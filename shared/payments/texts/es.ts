import { type Html, html } from '../../kernel/pages/html.ts';
import type * as en from './en.ts';

export const noRefund =
  'Los pagos no se reembolsan automáticamente. Escríbanos para solicitar un reembolso.';

export const checkoutPageTexts: typeof en.checkoutPageTexts = {
  titles: {
    open: (fee) => `Pague la ${fee}`,
    started: (fee) => `Pague la ${fee}`,
    paid: () => 'La tasa está pagada',
    cancelled: () => 'Pago cancelado',
    expired: () => 'El plazo para pagar venció',
    void: () => 'No hay nada que pagar',
  },
  started: 'Usted ya inició un pago',
  startedText: (provider: string) =>
    `Si ya pagó con ${provider}, no tiene que hacer nada más. La confirmación puede tardar unos minutos. Si no ha pagado, puede continuar.`,
  lead: (provider: string, host: string) =>
    `Usted paga en el sitio de ${provider}. Después vuelve a ${host}.`,
  item: 'Concepto',
  amount: 'Monto',
  provider: 'Forma de pago',
  until: 'Pague a más tardar el',
  pay: (amount: string, provider: string) => `Pagar ${amount} con ${provider}`,
  cancel: 'Cancelar',
  received: 'Pago recibido',
  receivedText: (next: string) => `${next} No tiene que pagar nada más.`,
  cancelled: 'Usted no ha pagado',
  cancelledText: (host: string) => `Para pagar, inicie otro pago en ${host}.`,
  expired: 'Este pago ya no está abierto',
  expiredText: (hours: number, host: string) =>
    `Un pago se puede hacer durante ${hours} horas. Para pagar, inicie otro en ${host}.`,
  withdrawn: 'La factura se retiró',
  withdrawnText: 'No tiene que pagarla.',
  back: (host: string) => `Volver a ${host}`,
};

export const checkoutSandboxPageTexts: typeof en.checkoutSandboxPageTexts = {
  title: 'Pago de prueba',
  kicker: (provider: string) => `En lugar de ${provider}`,
  sandbox: 'Este es un entorno de pruebas',
  sandboxText:
    'No se cobra dinero. Esta página reemplaza al proveedor de pagos para que pueda probar un pago.',
  declined: 'El pago se rechazó',
  declinedText: 'Puede intentarlo de nuevo.',
  item: 'Concepto',
  amount: 'Monto',
  pay: 'Pagar con dinero de prueba',
  decline: 'Rechazar',
  cancel: 'Cancelar',
  paid: 'Pagado con dinero de prueba',
  cancelled: 'El pago se canceló',
  back: 'Volver al comercio',
};

export const paymentFormsTexts: typeof en.paymentFormsTexts = {
  heading: 'Pagar la tasa',
  fee: 'La tasa es de',
  payWith: '¿Cómo quiere pagar?',
  payOnline: 'Pagar en línea',
  haveVoucher: '¿Tiene un vale?',
  code: 'Código del vale',
  hint: 'El vale debe cubrir toda la tasa.',
  withVoucher: 'Pagar con el vale',
  underWay: (provider: string) => `Esperando que ${provider} confirme su pago`,
  underWayText: (provider: string) =>
    `Usted inició un pago con ${provider}. Si ya pagó, no pague de nuevo. La confirmación puede tardar unos minutos.`,
  refreshes: 'Esta página se actualiza sola.',
  later: 'Vuelva a cargar esta página en unos minutos.',
  notFinished: '¿Salió sin pagar?',
  notFinishedText: (provider: string) =>
    `Vuelva a ${provider} para terminar, o cancele este pago para elegir otra forma de pago.`,
  back: (provider: string) => `Volver a ${provider}`,
  cancel: 'Cancelar este pago',
  nothingPaid: 'Usted no ha pagado',
  nothingPaidText: 'El pago se canceló o no se completó. Puede pagar más abajo.',
  paid: (amount: string, on: Html) => html`Se pagaron <strong>${amount}</strong> el ${on}.`,
  receipt: 'Ver el recibo',
};

export const voucherComplaintTexts: typeof en.voucherComplaintTexts = {
  missing: 'Escriba el código del vale',
  tooMany: 'Probó demasiados códigos. Inténtelo de nuevo en una hora',
  codes: {
    voucher_not_found: 'Este vale no existe. Revise el código',
    voucher_not_applicable: 'Este vale no sirve para esta tasa',
    voucher_expired: 'Este vale venció',
    voucher_already_redeemed: 'Este vale ya se usó',
    voucher_not_full_coverage: 'Este vale no cubre la tasa completa',
  },
};

export const paymentMethodTexts: typeof en.paymentMethodTexts = {
  cardpay: 'Tarjeta (CardPay)',
  'cardpay-crypto': 'Criptomonedas (CardPay Crypto)',
  lnpay: 'Bitcoin por Lightning (LNPay)',
  'chainpay-ptc': 'Token PTC (ChainPay PTC)',
};

/** How an owner withdraws, cancels or deletes an undecided item. */
export const endingTexts: typeof en.endingTexts = {
  paid: `La tasa está pagada. ${noRefund}`,
  unpaid: 'La tasa no está pagada y ya no tendrá que pagarla.',
  final: 'Esto no se puede deshacer.',
  paying: (title) =>
    `${title}: podrá hacerlo cuando no haya un pago por confirmar. Cancele el pago o espere a que se confirme.`,
};
