import type { BrowserContext, Page, Request } from 'playwright-core'

/** The page is quiet after this long without requests. */
const QUIET_MS = 500

/** The requests of a browser profile that have no answer yet. */
export class Traffic {
  #open = new Set<Request>()
  #changedAt = performance.now()

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#note(() => this.#open.add(request)))
    context.on('requestfinished', (request) => this.#note(() => this.#open.delete(request)))
    context.on('requestfailed', (request) => this.#note(() => this.#open.delete(request)))
  }

  /** Whether a page has asked for all that it is going to ask for by itself, and has its answers. */
  async isQuiet(page: Page): Promise<boolean> {
    // Work that waits its turn may ask for more. NOTE: an idle callback may never come on a busy machine.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    return this.#open.size === 0 && performance.now() - this.#changedAt > QUIET_MS
  }

  #note(change: () => void): void {
    change()
    this.#changedAt = performance.now()
  }
}
