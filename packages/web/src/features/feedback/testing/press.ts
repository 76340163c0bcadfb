import { fireEvent } from '@testing-library/react'

/** Press keys in immediate succession, regardless of the machine's speed. */
export function press(...keys: string[]): void {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
