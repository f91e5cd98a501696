type Values = Readonly<Record<string, unknown>>;

/** A disclosure as it was sent, with the digest by which the credential names it. */
export interface Disclosure {
  readonly digest: string;
  /** `[salt, name, value]`, or `[salt, value]` of an element of a list. */
  readonly content: () => readonly unknown[] | null;
}

/**
 * What a credential says with the claims that its holder discloses (RFC 9901, section 7.1): null where a disclosure is not one that
 * the issuer has signed, or is there twice. What is not disclosed is left out.
 */
export function disclosedClaims(
  payload: Values,
  disclosures: readonly Disclosure[],
): Values | null {
  const left = new Map(disclosures.map((each) => [each.digest, each]));
  if (left.size !== disclosures.length) return null;
  let isWell = true;

  function take(digest: unknown, parts: number): readonly unknown[] | null {
    const found = typeof digest === 'string' ? left.get(digest) : undefined;
    if (found === undefined) return null;
    left.delete(found.digest);
    const content = found.content();
    if (content?.length === parts) return content;
    isWell = false;
    return null;
  }

  /** Only what the issuer has signed is walked through: its depth is ours. */
  function open(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.flatMap((element) => {
        const digest = Object(element)['...'];
        if (digest === undefined) return [open(element)];
        const content = take(digest, 2);
        return content === null ? [] : [open(content[1])];
      });
    }
    if (typeof value !== 'object' || value === null) return value;
    const { _sd: digests = [], _sd_alg: _, ...plain }: Record<string, unknown> = { ...value };
    const opened = Object.entries(plain).map(([name, each]) => [name, open(each)] as const);
    const disclosed = (Array.isArray(digests) ? digests : []).flatMap((digest) => {
      const content = take(digest, 3);
      if (content === null) return [];
      const [, name, each] = content;
      // A disclosure must not replace what the issuer has signed in the open.
      if (typeof name !== 'string' || name in plain || name === '_sd' || name === '...') {
        isWell = false;
        return [];
      }
      return [[name, open(each)] as const];
    });
    return Object.fromEntries([...opened, ...disclosed]);
  }

  const claims = open(payload) as Values;
  return isWell && left.size === 0 ? claims : null;
}
