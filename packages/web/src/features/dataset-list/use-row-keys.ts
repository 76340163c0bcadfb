import { type RefObject, useRef } from 'react'
import { useCommand } from '../../keyboard/use-command.ts'

/**
 * The arrows move from dataset to dataset, `.` opens the actions of the one with the focus; Enter opens it, being a
 * link.
 *
 * @returns what holds the rows, and a function that goes to the first
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

/** What a plain click would do, and the focus goes into the menu that opens. */
function pressEnter(button: HTMLElement | null | undefined): void {
  button?.focus()
  for (const type of ['keydown', 'keyup']) {
    button?.dispatchEvent(new KeyboardEvent(type, { key: 'Enter', bubbles: true, cancelable: true }))
  }
}
