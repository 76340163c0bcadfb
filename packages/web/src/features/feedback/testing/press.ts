import { fireEvent } from '@testing-library/react'

/** Press keys with no time between them, however slow the machine is. */
export function press(...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
