/** WebAssembly text format, compiled to the binary format when it is imported. */
declare module '*.wat' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
