import { type RefObject, useRef } from 'react'
import { useCommand } from '../../../keyboard/use-command.ts'

/**
 * Arrow keys move between datasets, `.` opens the actions of the focused one; Enter opens the dataset, since the name is a
 * link.
 *
 * @returns a ref for the table body, and a function that focuses the first row
 */
export function useRowKeys(): { bodyRef: RefObject<HTMLTableSectionElement | null>; enter: () => void } {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const links = () => [...(bodyRef.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const indexNow = () => links().findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const goTo = (index: number) => {
    const link = links()[index]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  useCommand('datasets.next', { run: () => goTo(indexNow() + 1) })
  useCommand('datasets.previous', { run: () => goTo(Math.max(0, indexNow() - 1)) })
  useCommand('datasets.actions', {
    run: () => pressEnter(links()[indexNow()]?.closest('tr')?.querySelector<HTMLElement>('[aria-haspopup]')),
  })
  return { bodyRef, enter: () => goTo(0) }
}

/** Open the menu by keyboard, so that it takes the focus, which a click() would not do. */
function pressEnter(button: HTMLElement | null | undefined): void {
  button?.focus()
  for (const type of ['keydown', 'keyup']) {
    button?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }))
  }
}
