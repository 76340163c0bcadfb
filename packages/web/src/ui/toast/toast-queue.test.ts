import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastQueue, toastMs } from './toast-queue.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const messages = (queue: ToastQueue) => queue.getVisible().map((toast) => toast.message)

/** A queue that a page shows. */
function shownQueue(): ToastQueue {
  const queue = new ToastQueue()
  queue.subscribe(() => undefined)
  return queue
}

describe('toastMs', () => {
  it.each([
    [0, 6000],
    [1, 7000],
    [120, 7000],
    [121, 8000],
    [600, 11_000],
  ])('%i characters stay %i ms [R25]', (chars, ms) => {
    expect(toastMs('x'.repeat(chars))).toBe(ms)
  })
})

describe('ToastQueue', () => {
  it('shows a toast 100 ms after it is asked for, at the bottom right by default [R24, R25]', () => {
    const queue = shownQueue()
    queue.notify({ message: 'saved' })
    vi.advanceTimersByTime(99)
    expect(messages(queue)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(queue.getVisible()).toMatchObject([{ message: 'saved', position: 'bottom-right', type: 'info' }])
  })

  it('closes by itself when its time is over and fades for 150 ms [R24, R25]', () => {
    const queue = shownQueue()
    queue.notify({ message: 'saved' })
    vi.advanceTimersByTime(100 + 7000 - 1)
    expect(queue.getVisible()).toMatchObject([{ isLeaving: false }])
    vi.advanceTimersByTime(1)
    expect(queue.getVisible()).toMatchObject([{ isLeaving: true }])
    vi.advanceTimersByTime(149)
    expect(queue.getVisible()).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(queue.getVisible()).toEqual([])
  })

  it('stops the clock while paused and goes on with the rest of the time [R24]', () => {
    const queue = shownQueue()
    queue.notify({ message: 'saved' })
    vi.advanceTimersByTime(100 + 5000)
    queue.pause()
    vi.advanceTimersByTime(60_000)
    expect(queue.getVisible()).toMatchObject([{ isLeaving: false }])
    queue.resume()
    vi.advanceTimersByTime(1999)
    expect(queue.getVisible()).toMatchObject([{ isLeaving: false }])
    vi.advanceTimersByTime(1)
    expect(queue.getVisible()).toMatchObject([{ isLeaving: true }])
  })

  it('does not run the clock of a toast that appears while the others are paused [R24]', () => {
    const queue = shownQueue()
    queue.pause()
    queue.notify({ message: 'late' })
    vi.advanceTimersByTime(60_000)
    expect(messages(queue)).toEqual(['late'])
  })

  it('lets a fourth toast wait and tries again every 250 ms [R25]', () => {
    const queue = shownQueue()
    const first = queue.notify({ message: 'one' })
    for (const message of ['two', 'three', 'four']) queue.notify({ message })
    vi.advanceTimersByTime(100)
    expect(messages(queue)).toEqual(['one', 'two', 'three'])
    queue.dismiss(first)
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual(['two', 'three'])
    vi.advanceTimersByTime(99)
    expect(messages(queue)).toEqual(['two', 'three'])
    vi.advanceTimersByTime(1)
    expect(messages(queue)).toEqual(['two', 'three', 'four'])
  })

  it('keeps a permanent toast until it is closed', () => {
    const queue = shownQueue()
    const id = queue.notify({ message: 'answer me', isPermanent: true })
    vi.advanceTimersByTime(600_000)
    expect(messages(queue)).toEqual(['answer me'])
    queue.dismiss(id)
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual([])
  })

  it('shows only the latest of what is told about the same thing', () => {
    const queue = shownQueue()
    queue.notify({ message: 'offline', type: 'error', about: 'connection' })
    queue.notify({ message: 'other' })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'waits', about: 'connection' })
    queue.notify({ message: 'online', type: 'error', about: 'connection' })
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual(['other', 'online'])
  })

  it('lets errors go when something has succeeded since, unless they ask for an answer', () => {
    const queue = shownQueue()
    queue.notify({ message: 'failed', type: 'error' })
    queue.notify({ message: 'refused', type: 'error', isPermanent: true })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'saved', type: 'success' })
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual(['refused', 'saved'])
  })

  it('tells that the browser is offline for its whole time, though an answer is kept on the device meanwhile [R23]', () => {
    const queue = shownQueue()
    queue.notify({ message: 'offline', type: 'error', about: 'connection' })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'submitted', type: 'success', about: 'answer' })
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual(['offline', 'submitted'])
  })

  it('leaves on the page before what was told there, and takes along what was said just now', () => {
    const queue = shownQueue()
    queue.notify({ message: 'old' })
    queue.notify({ message: 'asks', isPermanent: true })
    vi.advanceTimersByTime(1500)
    queue.notify({ message: 'new' })
    vi.advanceTimersByTime(100)
    queue.leavePage()
    vi.advanceTimersByTime(150)
    expect(messages(queue)).toEqual(['asks', 'new'])
  })

  it('leaves nothing that was said before a page failed, but what stays', () => {
    const queue = shownQueue()
    queue.notify({ message: 'asks', isPermanent: true })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'shown' })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'waits' })
    queue.leavePage(0)
    vi.advanceTimersByTime(400)
    expect(messages(queue)).toEqual(['asks'])
  })

  it('removes at once what no page shows', () => {
    const queue = new ToastQueue()
    queue.notify({ message: 'gone' })
    vi.advanceTimersByTime(100)
    queue.clear()
    expect(messages(queue)).toEqual([])
  })

  it('removes at once what was still fading when its page went away', () => {
    const queue = new ToastQueue()
    const leave = queue.subscribe(() => undefined)
    const id = queue.notify({ message: 'fading' })
    vi.advanceTimersByTime(100)
    queue.dismiss(id)
    expect(messages(queue)).toEqual(['fading'])
    leave()
    queue.clear()
    expect(messages(queue)).toEqual([])
  })

  it('clears what is shown and what waits', () => {
    const queue = shownQueue()
    queue.notify({ message: 'shown' })
    vi.advanceTimersByTime(100)
    queue.notify({ message: 'waiting' })
    queue.clear()
    vi.advanceTimersByTime(1000)
    expect(messages(queue)).toEqual([])
  })
})
