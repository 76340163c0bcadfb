import { render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Table } from './Table.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  [900, 600, 0],
  [600, 600, undefined],
])('a table of %i px in a place of %i px can be scrolled by keys only if that is needed', (wide, place, tabIndex) => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(wide)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(place)
  vi.stubGlobal('ResizeObserver', function ResizeObserver(measure: () => void) {
    return { observe: measure, disconnect: () => undefined }
  })
  render(<Table label="Agreement" />)
  const group = screen.queryByRole('group', { name: 'Agreement' })
  expect(group?.tabIndex).toBe(tabIndex)
})
