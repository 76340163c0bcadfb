import type { BrowserContext, Page, Route } from 'playwright-core'
import { NO_ANSWER } from './browser-watch'
import type { Product } from './product'
import { signInByHand } from './session'

/** The page and the product that are affected. */
export interface Scene {
  page: Page
  context: BrowserContext
  product: Product
}

/** A failure while a user works, and how the user recovers from it. */
export interface Trouble {
  strike: (scene: Scene) => Promise<unknown>
  /** @returns the page in which the user continues, at the same URL */
  recover: (scene: Scene) => Promise<Page>
}

export const TROUBLES = {
  'the tab is killed': {
    strike: ({ page }) => crash(page),
    recover: async ({ context, page }) => {
      const next = await context.newPage()
      await next.goto(page.url())
      return next
    },
  },
  'the server is killed': {
    strike: ({ product }) => product.kill(),
    recover: async ({ product, page }) => {
      await product.startAgain()
      return page
    },
  },
  'the network is cut': {
    strike: ({ context }) => context.setOffline(true),
    recover: async ({ context, page }) => {
      await context.setOffline(false)
      return page
    },
  },
  'the session ends': {
    strike: ({ context, product }) =>
      context.request.post(`${product.url}/api/session/logout`, { headers: { origin: product.url } }),
    recover: async ({ page }) => {
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
      await signInByHand(page)
      return page
    },
  },
} as const satisfies Record<string, Trouble>

/** What the browser complains about in these troubles. */
export const EXPECTED_COMPLAINTS = [NO_ANSWER, /status of 401/, /the page crashed/]

/**
 * Hold the next request before it reaches the server.
 *
 * @returns a function that waits until it is sent
 */
export async function holdNext(page: Page, url: RegExp): Promise<() => Promise<Route>> {
  let arrive: (route: Route) => void = () => undefined
  const held = new Promise<Route>((resolve) => {
    arrive = resolve
  })
  let isFirst = true
  await page.route(url, async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    arrive(route)
  })
  return () => held
}

/** What the app keeps in the browser's database: the screen shows an edit with the first key press, before it is stored. */
export function kept(page: Page, store: 'edits' | 'jobs'): Promise<object[]> {
  return page.evaluate(async (name) => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('postil'))
    const isThere = db.objectStoreNames.contains(name)
    const found = isThere ? await done<object[]>(db.transaction(name).objectStore(name).getAll()) : []
    db.close()
    return found
  }, store)
}

/** Crash the tab's process, as when the system runs out of memory. */
async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
