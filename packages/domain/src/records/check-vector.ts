/** Whether a vector has as many elements as its settings say; the wire's words when not. `subject` starts the message. */
export function checkVectorSize(subject: string, dimensions: number, value: readonly number[]): string | undefined {
  if (value.length === dimensions) return undefined
  return `${subject} must have ${dimensions} elements, got ${value.length} elements`
}
