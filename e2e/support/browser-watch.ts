import type { BrowserContext, Page, Request } from 'playwright-core'

/** Errors and warnings of the browser during a journey, one line each. */
export class Complaints {
  #lines: string[] = []
  #expected: RegExp[] = []

  /**
   * Collect the page's errors: console errors, uncaught errors, and violations of the content security policy (which
   * are console errors).
   */
  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#lines.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.#lines.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('crash', () => this.#lines.push('the page crashed'))
  }

  /** The browser logs every failed request on the console: a journey that makes requests fail declares them as expected. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns)
  }

  /** Complaints that the journey did not expect. */
  unexpected(): string[] {
    return this.#lines.filter((line) => !this.#expected.some((pattern) => pattern.test(line)))
  }
}

/** Failed requests, without a reply or with a truncated one: the network is down or the server is gone. */
export const NO_ANSWER =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|FAILED)/

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
