// The encodings alone: the package's main module brings media types, languages and charsets with it.
declare module 'negotiator/lib/encoding.js' {
  export function preferredEncodings(
    accept: string,
    provided: readonly string[],
  ): readonly string[];
}
