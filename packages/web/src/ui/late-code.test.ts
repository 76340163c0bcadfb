import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const FILE = 'http://localhost:3000/assets/part-a1.js'
const lost = (words = `Failed to fetch dynamically imported module: ${FILE}`) => new TypeError(words)
const SILENT = new Error('Importing a module script failed.')

/** A page of its own: what one remembers is not known to the next. */
let page: typeof import('./late-code.ts')
const asked: string[] = []

beforeEach(async () => {
  vi.resetModules()
  sessionStorage.clear()
  asked.length = 0
  page = await import('./late-code.ts')
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
    // The one reload was spent: what would be one shows as nothing to be done.
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
    const failing = page.loadLate(load)
    links()[0]?.dispatchEvent(new Event('error'))
    await expect(failing).rejects.toThrow(payload.message)
    expect([load.mock.calls.length, links()]).toEqual([0, []])
    const coming = page.loadLate(load)
    expect(links().map(({ href }) => href)).toEqual(['http://localhost:3000/assets/part-a1.css'])
    links()[0]?.dispatchEvent(new Event('load'))
    expect(await coming).toBe('code')
    expect(await page.loadLate(load)).toBe('code')
    expect(links()).toHaveLength(1)
  })
})
