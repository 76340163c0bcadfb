import type { BrowserContext, Page } from 'playwright-core'
import type { Product } from './product'
import { signInByHand } from './session'

/** Where a trouble strikes. */
interface Scene {
  page: Page
  context: BrowserContext
  product: Product
}

/** Failures that may happen while somebody works, and how they recover. */
export interface Trouble {
  strike: (scene: Scene) => Promise<unknown>
  /** @returns the tab in which the user goes on, at the address it had */
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

/** End the tab's process as the system does when memory is short. */
export async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
