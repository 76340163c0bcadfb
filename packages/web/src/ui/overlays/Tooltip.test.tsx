import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Info } from 'lucide-react'
import { expect, it } from 'vitest'
import { IconButton } from '../controls/IconButton.tsx'
import { Tooltip } from './Tooltip.tsx'

function show(width?: number) {
  render(
    <div data-testid="parent" style={{ overflow: 'auto' }}>
      <Tooltip label="About" width={width} trigger={<IconButton icon={Info} label="Explain" />}>
        Words of help
      </Tooltip>
      <p>outside</p>
    </div>,
  )
  return userEvent.setup()
}

const words = () => screen.queryByText('Words of help')
const open = async (user: ReturnType<typeof show>) => {
  await user.click(screen.getByRole('button', { name: 'Explain' }))
  await screen.findByText('Words of help')
}

it('is hidden until its anchor is clicked, then lies below it [R26]', async () => {
  const user = show()
  expect(words()).toBeNull()
  await user.hover(screen.getByRole('button', { name: 'Explain' }))
  expect(words()).toBeNull()
  await open(user)
  expect(words()?.closest('[data-placement]')?.getAttribute('data-placement')).toBe('bottom')
})

it('is 208 px wide by default and as wide as told [R26]', async () => {
  const user = show()
  await open(user)
  expect(words()?.closest<HTMLElement>('[data-placement]')?.style.minWidth).toBe('208px')
  cleanup()
  await open(show(320))
  expect(words()?.closest<HTMLElement>('[data-placement]')?.style.minWidth).toBe('320px')
})

it('has a body of at most 250 px and a close icon of 14 px [R26]', async () => {
  await open(show())
  const icon = screen.getByRole('button', { name: 'Close' }).querySelector('svg')
  expect(icon?.getAttribute('width')).toBe('14')
  const css = readFileSync(`${import.meta.dirname}/Tooltip.module.css`, 'utf8')
  expect(/\.body \{[^}]*max-height: 250px;/.test(css)).toBe(true)
})

it('closes by its icon [R26]', async () => {
  const user = show()
  await open(user)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(words()).toBeNull())
})

it('closes by a click outside and stays on a click inside [R26]', async () => {
  const user = show()
  await open(user)
  await user.click(screen.getByText('Words of help'))
  expect(words()).not.toBeNull()
  await user.click(screen.getByText('outside'))
  await waitFor(() => expect(words()).toBeNull())
})

it('closes by a scroll of what its anchor is in [R26]', async () => {
  const user = show()
  await open(user)
  fireEvent.scroll(screen.getByTestId('parent'))
  await waitFor(() => expect(words()).toBeNull())
})

it('closes by Escape and gives the focus back', async () => {
  const user = show()
  await open(user)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(words()).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Explain' })))
})
