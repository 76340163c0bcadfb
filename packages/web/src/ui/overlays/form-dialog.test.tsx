import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { TextField } from '../controls/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'

afterEach(() => vi.restoreAllMocks())

function open(state: { isPending?: boolean; isDisabled?: boolean; disabledReason?: string } = {}) {
  const onSubmit = vi.fn()
  render(
    <FormDialog title="Names" action="Save" isPending={false} onSubmit={onSubmit} onClose={() => {}} {...state}>
      <TextField label="Name" autoFocus />
      <TextField label="Surname" />
    </FormDialog>,
  )
  return { onSubmit, user: userEvent.setup() }
}

it('is submitted by its button and by Enter in any of several fields', async () => {
  const { onSubmit, user } = open()
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('textbox', { name: 'Surname' }))
  await user.keyboard('{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(onSubmit).toHaveBeenCalledTimes(3)
})

it.each([
  ['while it is being sent', { isPending: true }, true],
  ['while it is not valid', { isDisabled: true }, true],
  ['while there is a reason against it', { disabledReason: 'There is no workspace.' }, true],
  ['without a connection', {}, false],
])('is not submitted by Enter %s', async (_, state, isOnline) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const { onSubmit, user } = open(state)
  await user.keyboard('{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})
