// Only the encoder: the package's main module also loads renderers and a PNG writer.
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
