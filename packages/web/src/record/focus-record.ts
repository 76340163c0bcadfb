/** Lead the keys out of the questions, to what they are about. @returns whether there is any */
export function focusRecord(): boolean {
  const body = document.querySelector<HTMLElement>('[data-record-body]')
  body?.focus({ preventScroll: true })
  return body !== null
}
