import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const FILE = 'http://localhost:3000/assets/part-a1.js'
const lost = (words = `Failed to fetch dynamically imported module: ${FILE}`) => new TypeError(words)
const SILENT = new Error('Importing a module script failed.')

/** A fresh module for each test, since it remembers what failed. */
let page: typeof import('./load-code.ts')
const asked: string[] = []

beforeEach(async () => {
  vi.resetModules()
  sessionStorage.clear()
  asked.length = 0
  page = await import('./load-code.ts')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function answer(status: number) {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
}

describe('code that does not come', () => {
  it.each([
    ['is gone', 404, lost(), 'none'],
    ['is gone for good', 410, lost(), 'none'],
    ['is there now', 200, lost(), 'tryAgain'],
    ['cannot be asked for', 0, lost(), 'tryAgain'],
    ['is behind a proxy without its server', 502, lost(), 'tryAgain'],
    ['has no name, and the server is there', 200, SILENT, 'none'],
    ['has no name, and the server is away', 0, SILENT, 'tryAgain'],
  ])('%s: %i', async (_, status, error, expected) => {
    // The single reload has been used: a second one counts as "nothing can be done".
    sessionStorage.setItem('postil.chunkReloadedAt', String(Date.now()))
    answer(status)
    expect(await page.remedyFor(error)).toBe(expected)
    expect(asked).toEqual([error === SILENT ? location.origin : FILE])
  })

  it('is asked about once, whoever tells of the failure', async () => {
    answer(200)
    const error = lost()
    expect(await Promise.all([page.remedyFor(error), page.remedyFor(error)])).toEqual(['tryAgain', 'tryAgain'])
    expect(asked).toEqual([FILE])
  })

  it('is a matter for a new page when it does not come although it is there', async () => {
    sessionStorage.setItem('postil.chunkReloadedAt', String(Date.now()))
    answer(200)
    expect(await page.remedyFor(lost())).toBe('tryAgain')
    expect(await page.remedyFor(lost())).toBe('none')
  })

  it('reloads the page only after what was being written to this device is there', async () => {
    sessionStorage.setItem('postil.chunkReloadedAt', String(Date.now()))
    answer(404)
    let endWrite = () => {}
    const write = new Promise<void>((resolve) => {
      endWrite = resolve
    })
    page.finishBeforeReload(write)
    const isDecided = vi.fn()
    const remedy = page.remedyFor(lost()).then(isDecided)
    await vi.waitFor(() => expect(asked).toEqual([FILE]))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(isDecided).not.toHaveBeenCalled()
    endWrite()
    await remedy
    expect(isDecided).toHaveBeenCalledWith('none')
  })

  it('may be tried again on a page that its user has kept for its unsaved work', async () => {
    // jsdom does not reload, like a browser whose user chooses to stay.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    answer(404)
    const isAllowed = vi.fn()
    void page.allowAnotherTry(lost()).then(isAllowed)
    await vi.waitFor(() => expect(sessionStorage.getItem('postil.chunkReloadedAt')).not.toBeNull())
    await vi.advanceTimersByTimeAsync(5000)
    expect(isAllowed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5000)
    expect(isAllowed).toHaveBeenCalled()
    vi.useRealTimers()
  })

  it('is not asked about without a network', async () => {
    answer(404)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(await page.remedyFor(lost())).toBe('tryAgain')
    expect(asked).toEqual([])
  })

  it('brings its style sheet with the next try, which the loader asks for once only', async () => {
    answer(0)
    page.watchChunks()
    const payload = lost('Unable to preload CSS for http://localhost:3000/assets/part-a1.css')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    const load = vi.fn(async () => 'code')
    const failing = page.loadCode(load)
    links()[0]?.dispatchEvent(new Event('error'))
    await expect(failing).rejects.toThrow(payload.message)
    expect([load.mock.calls.length, links()]).toEqual([0, []])
    const coming = page.loadCode(load)
    expect(links().map(({ href }) => href)).toEqual(['http://localhost:3000/assets/part-a1.css'])
    links()[0]?.dispatchEvent(new Event('load'))
    expect(await coming).toBe('code')
    expect(await page.loadCode(load)).toBe('code')
    expect(links()).toHaveLength(1)
  })
})
