import { act, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RequestProgressStore } from '../loading/request-progress.ts'
import { LoadingBar } from './LoadingBar.tsx'

describe('LoadingBar', () => {
  it('follows requests: shows with the first, grows as they end, goes with the last [R34]', async () => {
    const store = new RequestProgressStore()
    render(<LoadingBar store={store} />)
    const bar = () => screen.getByRole('progressbar', { hidden: true })
    const now = () => Number(bar().getAttribute('aria-valuenow'))
    expect(bar().getAttribute('aria-hidden')).toBe('true')
    const ends: (() => void)[] = []
    act(() => {
      for (let count = 0; count < 3; count += 1) ends.push(store.begin())
    })
    expect(bar().getAttribute('aria-hidden')).toBe('false')
    const before = now()
    act(() => ends[0]?.())
    expect(now()).toBeGreaterThan(before)
    act(() => ends[1]?.())
    act(() => ends[2]?.())
    expect(bar().getAttribute('aria-hidden')).toBe('true')
  })

  it('never runs backwards inside a burst, however requests join and end [R34]', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (steps) => {
        const store = new RequestProgressStore()
        const running: (() => void)[] = [store.begin()]
        let share = store.getCurrent().share
        for (const joins of steps) {
          if (joins || running.length === 1) running.push(store.begin())
          else running.pop()?.()
          expect(store.getCurrent().share).toBeGreaterThanOrEqual(share)
          share = store.getCurrent().share
        }
        for (const end of running) end()
        expect(store.getCurrent()).toEqual({ isActive: false, share: 0 })
      }),
    )
  })

  it('counts a request that fails as ended [R34]', async () => {
    const store = new RequestProgressStore()
    await expect(store.follow(Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(store.getCurrent().isActive).toBe(false)
  })
})
