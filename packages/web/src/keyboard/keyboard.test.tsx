import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { CommandRegistry, EVERYWHERE } from './commands.ts'
import { KEYBOARD_COMMANDS, KeyboardProvider } from './KeyboardProvider.tsx'
import { CommandContext, useCommand } from './use-command.ts'

const run = { submit: vi.fn(), discard: vi.fn(), save: vi.fn(), next: vi.fn() }

function Screen({ hasDialog = false, canSubmit = true }) {
  useCommand('submit', { run: run.submit, isEnabled: canSubmit, reason: 'Answer the first question.' })
  useCommand('discard', { run: run.discard })
  useCommand('save', { run: run.save })
  useCommand('next', { run: run.next })
  return (
    <>
      <input aria-label="text" />
      <textarea aria-label="area" />
      {/* biome-ignore lint/a11y/useSemanticElements: stands for any editable element */}
      <div contentEditable suppressContentEditableWarning role="textbox" aria-label="editor" tabIndex={0} />
      <input type="checkbox" aria-label="option" />
      <button type="button">button</button>
      <button type="button" data-keys-through>
        option button
      </button>
      <div role="menu" tabIndex={0}>
        menu
      </div>
      <Dialog title="Modal" isOpen={hasDialog} onClose={() => undefined}>
        words
      </Dialog>
    </>
  )
}

function show(props: { hasDialog?: boolean; canSubmit?: boolean } = {}) {
  for (const mock of Object.values(run)) mock.mockClear()
  const registry = new CommandRegistry()
  registry.define([
    ...KEYBOARD_COMMANDS,
    { id: 'submit', label: 'Submit', group: 'Annotate', keys: ['Enter'] },
    { id: 'discard', label: 'Discard', group: 'Annotate', keys: ['Backspace'] },
    { id: 'save', label: 'Save as draft', group: 'Annotate', keys: ['Mod+S'], isForText: true },
    { id: 'next', label: 'Next', group: 'Annotate', keys: ['ArrowRight'] },
  ])
  render(
    <CommandContext value={registry}>
      <KeyboardProvider>
        <Screen {...props} />
      </KeyboardProvider>
    </CommandContext>,
  )
  return { user: userEvent.setup(), registry }
}

it('runs a command by its key from anywhere on the screen', async () => {
  const { user } = show()
  await user.keyboard('{Enter}{Backspace}{ArrowRight}')
  expect([run.submit, run.discard, run.next].map((mock) => mock.mock.calls.length)).toEqual([1, 1, 1])
})

it.each(['text', 'area', 'editor'])('lets the keys alone while %s has the focus', async (label) => {
  const { user } = show()
  screen.getByLabelText(label).focus()
  await user.keyboard('{Enter}{Backspace}{ArrowRight}?')
  expect([run.submit, run.discard, run.next].every((mock) => mock.mock.calls.length === 0)).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('runs commands that are for text while a text field has the focus', async () => {
  const { user } = show()
  screen.getByLabelText('text').focus()
  await user.keyboard('{Control>}s{/Control}')
  expect(run.save).toHaveBeenCalledOnce()
})

it('does not count option checkboxes as text', async () => {
  const { user } = show()
  screen.getByLabelText('option').focus()
  await user.keyboard('{Backspace}{Enter}')
  expect([run.discard, run.submit].map((mock) => mock.mock.calls.length)).toEqual([1, 1])
})

it('lets Enter press a focused button, unless the button lets keys through', async () => {
  const { user } = show()
  screen.getByRole('button', { name: 'button' }).focus()
  await user.keyboard('{Enter}')
  expect(run.submit).not.toHaveBeenCalled()
  screen.getByRole('button', { name: 'option button' }).focus()
  await user.keyboard('{Enter}')
  expect(run.submit).toHaveBeenCalledOnce()
})

it('lets the keys alone in a menu and while a modal is open', async () => {
  const { user } = show()
  screen.getByRole('menu').focus()
  await user.keyboard('{Backspace}')
  expect(run.discard).not.toHaveBeenCalled()
  show({ hasDialog: true })
  fireEvent.keyDown(document.body, { key: 'Backspace' })
  expect(run.discard).not.toHaveBeenCalled()
})

it.each([
  ['Enter', 'submit'],
  ['Backspace', 'discard'],
] as const)('a held %s runs once; a held arrow goes on', (key, name) => {
  show()
  fireEvent.keyDown(document.body, { key })
  fireEvent.keyDown(document.body, { key, repeat: true })
  expect(run[name]).toHaveBeenCalledOnce()
  fireEvent.keyDown(document.body, { key: 'ArrowRight' })
  fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true })
  expect(run.next).toHaveBeenCalledTimes(2)
})

it('does nothing while an input method composes, and after a control used the key itself', () => {
  show()
  fireEvent.keyDown(document.body, { key: 'Enter', isComposing: true })
  const used = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  used.preventDefault()
  document.body.dispatchEvent(used)
  expect(run.submit).not.toHaveBeenCalled()
})

it('does not run a disabled command', async () => {
  const { user } = show({ canSubmit: false })
  await user.keyboard('{Enter}')
  expect(run.submit).not.toHaveBeenCalled()
})

it('finds and runs a command in the palette, which says why another cannot run', async () => {
  const { user } = show({ canSubmit: false })
  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Find a command or a dataset' })
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(screen.getByRole('option', { name: /Submit/ }).textContent).toContain('Answer the first question.')
  await user.keyboard('disc{Enter}')
  await waitFor(() => expect(run.discard).toHaveBeenCalledOnce())
  expect(screen.queryByRole('combobox', { name: 'Find a command or a dataset' })).toBeNull()
})

it('moves through the palette with arrows, around its ends', async () => {
  const { user } = show()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Find a command or a dataset' })
  await user.keyboard('{ArrowUp}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Next')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Submit')
})

it('changes the keys of a command on the sheet, refuses taken ones, and brings the old ones back', async () => {
  const { user, registry } = show()
  await user.keyboard('?')
  await user.click(await screen.findByRole('button', { name: 'Change the keys of Discard' }))
  await user.keyboard('{Enter}')
  expect(screen.getByText('Already used by “Submit”.')).toBeTruthy()
  await user.keyboard('{Shift>}{Backspace}{/Shift}')
  expect(registry.get('discard').keys).toEqual(['Shift+Backspace'])
  await user.click(screen.getByRole('button', { name: 'Reset the keys of Discard' }))
  expect(registry.get('discard').keys).toEqual(['Backspace'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the keys of Discard' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('tells a button about the command another part of the screen does', () => {
  function Mark() {
    const submit = useCommand('submit')
    return <output>{submit.isEnabled ? 'can' : submit.reason}</output>
  }
  const registry = new CommandRegistry()
  registry.define([{ id: 'submit', label: 'Submit', group: EVERYWHERE, keys: ['Enter'] }])
  function Doer({ canSubmit }: { canSubmit: boolean }) {
    useCommand('submit', { run: run.submit, isEnabled: canSubmit, reason: 'Not yet' })
    return null
  }
  const view = (canSubmit: boolean) => (
    <CommandContext value={registry}>
      <Mark />
      <Doer canSubmit={canSubmit} />
    </CommandContext>
  )
  const { rerender } = render(view(false))
  expect(screen.getByRole('status').textContent).toBe('Not yet')
  rerender(view(true))
  expect(screen.getByRole('status').textContent).toBe('can')
})
