import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ToastRegion } from './ToastRegion.tsx'
import { ToastQueue, type ToastRequest } from './toast-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function show(...requests: ToastRequest[]) {
  const queue = new ToastQueue()
  render(<ToastRegion queue={queue} />)
  for (const request of requests) queue.notify(request)
  pass(100)
  return queue
}

function pass(ms: number) {
  act(() => vi.advanceTimersByTime(ms))
}

it.each([
  ['success', 'status'],
  ['info', 'status'],
  ['warning', 'alert'],
  ['error', 'alert'],
] as const)('reads a toast of type %s out as %s', (type, role) => {
  show({ type, message: 'words' })
  expect(screen.getByRole(role).textContent).toBe('words')
})

it('puts toasts where they are asked to be, at the bottom right by default [R24]', () => {
  show({ message: 'here' }, { message: 'there', position: 'top-left' })
  const placeOf = (words: string) => screen.getByText(words).closest('[data-position]')?.getAttribute('data-position')
  expect(placeOf('here')).toBe('bottom-right')
  expect(placeOf('there')).toBe('top-left')
})

it('stays while the pointer is on it and goes after the pointer left [R24]', () => {
  show({ message: 'read me slowly' })
  const stack = screen.getByText('read me slowly').closest('[data-position]')
  if (!stack) throw new Error('no stack')
  fireEvent.pointerEnter(stack)
  fireEvent.pointerMove(stack)
  pass(60_000)
  expect(screen.queryByText('read me slowly')).not.toBeNull()
  fireEvent.pointerLeave(stack)
  pass(7000 + 150)
  expect(screen.queryByText('read me slowly')).toBeNull()
})

it('goes when it has only appeared under a pointer that rests', () => {
  show({ message: 'in the way' })
  const stack = screen.getByText('in the way').closest('[data-position]')
  if (!stack) throw new Error('no stack')
  fireEvent.pointerEnter(stack)
  pass(7000 + 150)
  expect(screen.queryByText('in the way')).toBeNull()
})

it('runs its one action and goes', () => {
  const run = vi.fn()
  show({ message: 'Discarded', isPermanent: true, action: { label: 'Undo', run } })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  pass(150)
  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('Discarded')).toBeNull()
})

it('does not stay paused when the toast under the pointer is closed', () => {
  const queue = show({ message: 'first', isPermanent: true })
  const stack = screen.getByText('first').closest('[data-position]')
  if (!stack) throw new Error('no stack')
  fireEvent.pointerEnter(stack)
  fireEvent.pointerMove(stack)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss notification' }))
  pass(150)
  queue.notify({ message: 'second' })
  pass(100 + 7000 + 150)
  expect(screen.queryByText('second')).toBeNull()
})
