import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { KeyboardProvider } from '../../keyboard/KeyboardProvider.tsx'
import { commands } from '../../keyboard/use-command.ts'
import { DISCARD } from '../feedback/commands.ts'
import { KeyboardSettings } from './BrowserSettings.tsx'

beforeEach(() => {
  for (const { id } of commands.list()) commands.setKeys(id, undefined)
  localStorage.clear()
})

const keys = () => commands.get(DISCARD).keys
const choice = () => screen.getByRole('switch', { name: 'Discard needs Shift' })

function open() {
  render(
    <KeyboardProvider>
      <KeyboardSettings />
    </KeyboardProvider>,
  )
  return userEvent.setup()
}

it('discards with Backspace, or with two keys for who wants that', async () => {
  const user = open()
  expect(keys()).toEqual(['Backspace'])
  await user.click(choice())
  expect(keys()).toEqual(['Shift+Backspace'])
  expect(choice().matches(':checked')).toBe(true)
  await user.click(choice())
  expect(keys()).toEqual(['Backspace'])
})

it('shows the same keys on the sheet, from which they can be set as well', async () => {
  const user = open()
  await user.click(choice())
  await user.click(screen.getByRole('button', { name: 'All shortcuts' }))
  await screen.findByRole('dialog')
  await user.click(await screen.findByRole('button', { name: 'Reset the keys of Discard' }))
  expect(keys()).toEqual(['Backspace'])
})

it('does not take its keys from another command', () => {
  commands.setKeys('annotate.clear', ['Shift+Backspace'])
  open()
  expect(choice().matches(':disabled')).toBe(true)
  screen.getByText('Shift and Backspace are the keys of “Clear” now.')
})
