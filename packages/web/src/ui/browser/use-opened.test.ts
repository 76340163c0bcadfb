import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useOpened } from './use-opened.ts'

function open() {
  const close = vi.fn()
  const view = renderHook(({ isOpen }) => useOpened({ isOpen, close }), { initialProps: { isOpen: false } })
  return {
    ...view,
    close,
    set: (isOpen: boolean) => view.rerender({ isOpen }),
    was: () => view.result.current.wasOpened,
  }
}

it('is not there before it is opened, and stays when it is closed, to fade out', () => {
  const { set, was } = open()
  expect(was()).toBe(false)
  set(true)
  expect(was()).toBe(true)
  set(false)
  expect(was()).toBe(true)
})

it('is gone at once when it is left, until it is opened again', () => {
  const { result, close, set, was } = open()
  // The caller's state closes it, with the next render.
  close.mockImplementation(() => set(false))
  set(true)
  act(() => result.current.leave())
  expect([close.mock.calls.length, was()]).toEqual([1, false])
  set(true)
  expect(was()).toBe(true)
})
