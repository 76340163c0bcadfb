import { emptyOutbox, type OutboxState } from '@postil/domain/outbox/reduce'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { SavedMark } from './SavedMark.tsx'

const entry = (id: string, more: object) =>
  Object({ id, recordId: id, datasetId: 'd', state: 'waiting', attempts: 0, notBefore: 0, ...more })

function show(entries: readonly object[], dismiss = vi.fn()) {
  const state: OutboxState = Object({ ...emptyOutbox, entries })
  const outbox = Object({ subscribe: () => () => undefined, getState: () => state, resume: () => undefined, dismiss })
  render(
    <MemoryRouter>
      <SavedMark outbox={outbox} />
    </MemoryRouter>,
  )
  return { user: userEvent.setup(), mark: screen.getByRole('button') }
}

it('says that all is saved only when the server has every answer', () => {
  expect(show([]).mark.textContent).toBe('All saved')
})

it('names every state at once, and explains each with what can be done about it', async () => {
  const refused = { status: 422, messages: ['Too long.'] }
  const { user, mark } = show([
    entry('a', { state: 'refused', refusal: refused }),
    entry('b', { state: 'refused', refusal: { status: 409, messages: [], isAnsweredElsewhere: true } }),
    entry('c', { attempts: 1 }),
    entry('d', {}),
  ])
  expect(mark.textContent).toBe('1 not accepted · 1 answered elsewhere · 2 waiting to send')
  await user.click(mark)
  await screen.findByText('Too long.')
  expect(screen.getAllByRole('link', { name: 'Show the record' }).map((one) => one.getAttribute('href'))).toEqual([
    '/dataset/d/annotation-mode?record=a',
    '/dataset/d/annotation-mode?record=b',
  ])
  screen.getByText(/^Answered elsewhere in the meantime/)
  screen.getByRole('button', { name: 'Send now' })
})

it('lets an answer be copied and dropped whose record is gone, since no page shows it any more', async () => {
  const dismiss = vi.fn(async () => undefined)
  const change = { status: 'submitted', values: { note: { value: 'Two\nlines' }, tags: { value: ['a', 'b'] } } }
  const gone = { status: 404, messages: ['Record with id `621d6f7b` not found'] }
  const { user, mark } = show([entry('a', { change, state: 'refused', refusal: gone })], dismiss)
  await user.click(mark)
  await screen.findByText('The record was deleted, or is assigned to others.')
  expect(screen.queryByText(/621d6f7b/)).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy the answer' }))
  expect(await navigator.clipboard.readText()).toBe('note: Two\nlines\ntags: ["a","b"]')
  await user.click(screen.getByRole('button', { name: 'Drop the answer' }))
  expect(dismiss).toHaveBeenCalledWith('a')
})

it('does not say that the dataset is closed to the user when only the record may be', async () => {
  const { user, mark } = show([
    entry('a', {
      change: { status: 'pending' },
      state: 'refused',
      refusal: { status: 403, messages: ['Not allowed'] },
    }),
  ])
  await user.click(mark)
  await screen.findByText('You no longer have access to this dataset, or the record is assigned to others.')
  expect(screen.queryByRole('button', { name: 'Copy the answer' })).toBeNull()
})
