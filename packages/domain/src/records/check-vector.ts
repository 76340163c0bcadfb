/** Check that a vector has the number of elements in its settings; returns the API's error message if not. `subject` starts the message. */
export function checkVectorSize(subject: string, dimensions: number, value: readonly number[]): string | undefined {
  if (value.length === dimensions) return undefined
  return `${subject} must have ${dimensions} elements, got ${value.length} elements`
}
