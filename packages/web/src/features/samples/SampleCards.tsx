/** The bundled samples, each one press away. */
export function SampleCards() {
  return null
}
