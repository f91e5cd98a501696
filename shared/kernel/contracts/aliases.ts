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

/** What proposed changes of a legal entity are called elsewhere, by the contract's names. */
export const proposalAliases = {
  name: 'updatedName',
  extension: 'updatedExtension',
  nameStartsWithExtension: 'updatedNameStartsWithExtension',
  principalOfficeAddress: 'updatedAddress',
} as const;

/** What scopes of the service begin with elsewhere, by the contract's prefix. */
const scopeAlias = { from: 'eprospera:', to: 'service:' } as const;

/** The contract's spelling of an OAuth scope, whether or not there is such a scope. */
export function canonicalScope(name: string): string {
  const { from, to } = scopeAlias;
  return name.startsWith(from) ? to + name.slice(from.length) : name;
}

/** The contract's name for an input: the alias' one, or the input itself. */
export function canonical(aliases: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}
