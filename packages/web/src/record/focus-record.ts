/**
 * Move the focus from the questions to the record.
 *
 * @returns false when there is no record on the screen
 */
export function focusRecord(): boolean {
  const body = document.querySelector<HTMLElement>('[data-record-body]')
  body?.focus({ preventScroll: true })
  return body !== null
}
