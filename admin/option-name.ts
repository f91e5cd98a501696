/** A field's option without the dashes: `principalOfficeAddress.line1` is `principal-office-address-line1`. */
export function optionName(field: string): string {
  return field
    .replaceAll('.', '-')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
