import type { BrowserContext, Page } from 'playwright-core'
import type { Product } from './product'
import { signInByHand } from './session'

/** The page and the product that are affected. */
interface Scene {
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

/** Crash the tab's process, as when the system runs out of memory. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
