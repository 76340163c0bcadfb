/** WebAssembly text, translated to its binary form when it is imported. */
declare module '*.wat' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
