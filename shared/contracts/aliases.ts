/**
 * Names that the same service goes by elsewhere, accepted as input and translated here once; answers
 * speak the contract's names only. Nothing else in the code knows them.
 */
export const agentProviderAliases: Readonly<Record<string, string>> = {
  prospera_employment_solutions: 'registry_employment_solutions',
};

export const paymentProviderAliases: Readonly<Record<string, string>> = {
  stripe: 'cardpay',
  'stripe-crypto': 'cardpay-crypto',
  lnbits: 'lnpay',
  blink: 'lnpay',
  'blink-onchain': 'lnpay',
  'solana-pay-ptc': 'chainpay-ptc',
};

/** What the proposals of an amendment are called elsewhere, by the contract's names. */
export const proposalAliases = {
  name: 'updatedName',
  extension: 'updatedExtension',
  nameStartsWithExtension: 'updatedNameStartsWithExtension',
  principalOfficeAddress: 'updatedAddress',
} as const;

/** The contract's name for an input: the alias' one, or the input itself. */
export function canonical(aliases: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}
