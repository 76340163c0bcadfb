import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let ahead: typeof import('./fetch-ahead.ts')
let progress: typeof import('./request-progress.ts')['requestProgress']

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  ahead = await import('./fetch-ahead.ts')
  progress = (await import('./request-progress.ts')).requestProgress
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  // Files share their modules: in later ones nothing is fetched ahead, with real timers, even after their window is gone.
  vi.resetModules()
})

/** A fake part of the app that logs when it is fetched. */
const wanted = (log: string[], name: string) => async () => void log.push(name)

/** Advance the clock until nothing more can happen. */
const waitLong = () => vi.advanceTimersByTimeAsync(10_000)

describe('what is fetched ahead', () => {
  it('waits until nothing has been asked of the server for a while', async () => {
    const log: string[] = []
    ahead.fetchAhead(wanted(log, 'menu'))
    await waitLong()
    expect(log).toEqual([])
    const end = progress.begin()
    ahead.beginFetchingAhead()
    await waitLong()
    expect(log).toEqual([])
    end()
    await vi.advanceTimersByTimeAsync(1400)
    progress.begin()()
    await vi.advanceTimersByTimeAsync(1400)
    expect(log).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(log).toEqual(['menu'])
  })

  it('comes one after the other, each once, also what is wanted later', async () => {
    const log: string[] = []
    let arrive = (): void => undefined
    ahead.beginFetchingAhead()
    ahead.fetchAhead(() => {
      log.push('slow')
      return new Promise<void>((resolve) => {
        arrive = resolve
      })
    })
    ahead.fetchAhead(wanted(log, 'next'))
    await waitLong()
    expect([log, ahead.isFetchingAhead()]).toEqual([['slow'], true])
    arrive()
    await waitLong()
    expect([log, ahead.isFetchingAhead()]).toEqual([['slow', 'next'], false])
    ahead.fetchAhead(wanted(log, 'late'))
    await waitLong()
    progress.begin()()
    await waitLong()
    expect(log).toEqual(['slow', 'next', 'late'])
  })

  it('goes on after a failure', async () => {
    const log: string[] = []
    ahead.beginFetchingAhead()
    ahead.fetchAhead(() => Promise.reject(new Error('no such file')))
    ahead.fetchAhead(wanted(log, 'next'))
    await waitLong()
    expect([log, ahead.isFetchingAhead()]).toEqual([['next'], false])
  })

  it('waits for the network, and loses nothing meanwhile', async () => {
    const log: string[] = []
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    ahead.beginFetchingAhead()
    ahead.fetchAhead(async () => {
      log.push('first')
      isOnline.mockReturnValue(false)
    })
    ahead.fetchAhead(wanted(log, 'second'))
    await waitLong()
    expect(log).toEqual([])
    for (const expected of [['first'], ['first', 'second']]) {
      isOnline.mockReturnValue(true)
      window.dispatchEvent(new Event('online'))
      await waitLong()
      expect([log, ahead.isFetchingAhead()]).toEqual([expected, false])
    }
  })
})
