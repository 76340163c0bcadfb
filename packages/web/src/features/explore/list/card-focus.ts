/** The key of the record in whose card an element is. */
export function cardOf(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-record]')?.dataset.record
}

/** Focus a card, which scrolls itself into view once it has opened. */
export function focusCard(list: HTMLElement | null, key: string): void {
  const card = list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(key)}"]`)
  card?.focus({ preventScroll: true })
}
