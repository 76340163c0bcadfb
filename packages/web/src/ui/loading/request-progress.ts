/** Progress of the running requests: `share` is 0–1 of the current burst. */
export interface RequestProgress {
  isActive: boolean
  share: number
}

const IDLE: RequestProgress = { isActive: false, share: 0 }

/**
 * Counts requests for the loading bar. A burst starts with the first request and ends when none is left; within a burst the
 * share only grows, even when more requests join.
 */
export class RequestProgressStore {
  #started = 0
  #finished = 0
  #current = IDLE
  #listeners = new Set<() => void>()

  /** Register a request. @returns a function to call once when it has ended, in whatever way */
  begin(): () => void {
    this.#started += 1
    this.#update()
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#finished += 1
      this.#update()
    }
  }

  /** Register a promise until it settles. */
  async follow<Result>(request: Promise<Result>): Promise<Result> {
    const end = this.begin()
    try {
      return await request
    } finally {
      end()
    }
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getCurrent = (): RequestProgress => this.#current

  #update(): void {
    if (this.#finished === this.#started) {
      this.#started = 0
      this.#finished = 0
      this.#current = IDLE
    } else {
      const share = Math.max(this.#current.share, this.#finished / this.#started)
      this.#current = { isActive: true, share }
    }
    for (const listener of this.#listeners) listener()
  }
}

/** The page's requests. */
export const requestProgress = new RequestProgressStore()
