import type { BrowserContext, Page, Request } from 'playwright-core'

/** The page is quiet after this long without requests. */
const QUIET_MS = 500

/** Counts the pending requests of a browser profile, without the stream of live updates, which opens when the page is idle and never ends. */
export class Traffic {
  #open = new Set<Request>()
  #changedAt = performance.now()

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (request.resourceType() !== 'eventsource') this.#note(() => this.#open.add(request))
    })
    context.on('requestfinished', (request) => this.#note(() => this.#open.delete(request)))
    context.on('requestfailed', (request) => this.#note(() => this.#open.delete(request)))
  }

  /** Whether a page has finished the requests that it sends by itself. */
  async isQuiet(page: Page): Promise<boolean> {
    // Queued tasks may send more requests. NOTE: do not wait for an idle callback, which may never come on a busy
    // machine.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    return this.#open.size === 0 && performance.now() - this.#changedAt > QUIET_MS
  }

  #note(change: () => void): void {
    change()
    this.#changedAt = performance.now()
  }
}
