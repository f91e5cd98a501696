import { type Html, html } from '../../kernel/pages/html.ts';
import type { PaymentProviderName } from '../domain/payment.ts';
import type { CheckoutPageOptions } from '../pages/checkout-page.ts';

/** For people who paid for something that was rejected or annulled. */
export const noRefund = 'Fees are not refunded automatically. Contact us to ask for a refund.';

type Titles = Readonly<Record<CheckoutPageOptions['status'], (fee: string) => string>>;

export const checkoutPageTexts = {
  titles: {
    open: (fee: string) => `Pay the ${fee}`,
    started: (fee: string) => `Pay the ${fee}`,
    paid: () => 'The fee is paid',
    cancelled: () => 'Checkout cancelled',
    expired: () => 'Checkout expired',
    void: () => 'Nothing to pay',
  } satisfies Titles as Titles,
  started: 'You have started a payment',
  startedText: (provider: string) =>
    `If you have already paid with ${provider}, you don’t need to do anything else. The confirmation can take a few minutes. If you haven’t paid, you can continue.`,
  lead: (provider: string, host: string) =>
    `You pay on the ${provider} website. Then you return to ${host}.`,
  item: 'For',
  amount: 'Amount',
  provider: 'Payment method',
  until: 'Pay by',
  pay: (amount: string, provider: string) => `Pay ${amount} with ${provider}`,
  cancel: 'Cancel',
  received: 'Payment received',
  receivedText: (next: string) => `${next} You don’t need to pay anything else.`,
  cancelled: 'You have not paid',
  cancelledText: (host: string) => `To pay, open a new checkout at ${host}.`,
  expired: 'This checkout is no longer open',
  expiredText: (hours: number, host: string) =>
    `A checkout is open for ${hours} hours. To pay, open a new one at ${host}.`,
  withdrawn: 'The invoice was withdrawn',
  withdrawnText: 'You don’t need to pay it.',
  back: (host: string) => `Return to ${host}`,
};

export const checkoutSandboxPageTexts = {
  title: 'Sandbox payment',
  kicker: (provider: string) => `Instead of ${provider}`,
  sandbox: 'This is a test environment',
  sandboxText:
    'No money is charged. This page replaces the payment provider so that you can test a checkout.',
  declined: 'The payment was declined',
  declinedText: 'You can try again.',
  item: 'For',
  amount: 'Amount',
  pay: 'Pay with test money',
  decline: 'Decline',
  cancel: 'Cancel',
  paid: 'Paid with test money',
  cancelled: 'The payment was cancelled',
  back: 'Return to the merchant',
};

export const paymentFormsTexts = {
  heading: 'Pay the fee',
  fee: 'The fee is',
  payWith: 'How do you want to pay?',
  payOnline: 'Pay online',
  haveVoucher: 'Do you have a voucher?',
  code: 'Voucher code',
  hint: 'The voucher must cover the whole fee.',
  withVoucher: 'Pay with the voucher',
  underWay: (provider: string) => `Waiting for ${provider} to confirm your payment`,
  underWayText: (provider: string) =>
    `You started a payment with ${provider}. If you paid, do not pay again. The confirmation can take a few minutes.`,
  refreshes: 'This page updates by itself.',
  later: 'Reload this page in a few minutes.',
  notFinished: 'Did you leave without paying?',
  notFinishedText: (provider: string) =>
    `Return to ${provider} to finish, or cancel this payment to choose another way to pay.`,
  back: (provider: string) => `Return to ${provider}`,
  cancel: 'Cancel this payment',
  nothingPaid: 'You have not paid',
  nothingPaidText: 'The payment was cancelled or failed. You can pay below.',
  paid: (amount: string, on: Html) => html`<strong>${amount}</strong> was paid on ${on}.`,
  receipt: 'See the receipt',
};

export const voucherComplaintTexts = {
  missing: 'Enter the voucher code',
  tooMany: 'You tried too many codes. Try again in an hour',
  codes: {
    voucher_not_found: 'This voucher doesn’t exist. Check the code',
    voucher_not_applicable: 'You can’t use this voucher for this fee',
    voucher_expired: 'This voucher has expired',
    voucher_already_redeemed: 'This voucher has already been used',
    voucher_not_full_coverage: 'This voucher does not cover the whole fee',
  } as Readonly<Record<string, string>>,
};

export const paymentMethodTexts: Readonly<Record<PaymentProviderName, string>> = {
  cardpay: 'Card (CardPay)',
  'cardpay-crypto': 'Cryptocurrency (CardPay Crypto)',
  lnpay: 'Bitcoin Lightning (LNPay)',
  'chainpay-ptc': 'PTC token (ChainPay PTC)',
};

/** How an owner withdraws, cancels or deletes an undecided item. */
export const endingTexts = {
  paid: `The fee is paid. ${noRefund}`,
  unpaid: 'You have not paid the fee. After this, it is no longer due.',
  final: 'You can’t undo this.',
  paying: (title: string) =>
    `${title}: you can do this when no payment is being confirmed. Cancel the payment, or wait until it is confirmed.`,
};
