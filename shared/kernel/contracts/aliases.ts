/**
 * Names that other versions of this service use. They are accepted as input and translated here;
 * responses use the contract's names only.
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

/** Other names for proposed changes of a legal entity, with the contract's names. */
export const proposalAliases = {
  name: 'updatedName',
  extension: 'updatedExtension',
  nameStartsWithExtension: 'updatedNameStartsWithExtension',
  principalOfficeAddress: 'updatedAddress',
} as const;

/** The other prefix of the service's scopes, and the contract's. */
const scopeAlias = { from: 'eprospera:', to: 'service:' } as const;

/** The contract's spelling of an OAuth scope, even if the scope does not exist. */
export function canonicalScope(name: string): string {
  const { from, to } = scopeAlias;
  return name.startsWith(from) ? to + name.slice(from.length) : name;
}

/** The contract's name for an input that is an alias; other inputs are returned unchanged. */
export function canonical(aliases: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}
