// The encoder alone: the package's main module brings renderers and a PNG writer with it.
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
