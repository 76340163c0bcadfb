/** How a toast looks and how urgently it is read out. */
export type ToastType = 'success' | 'info' | 'warning' | 'error'
export type ToastPosition = 'bottom-right' | 'bottom-left' | 'bottom' | 'top-right' | 'top-left' | 'top'

/** A button of a toast. */
interface ToastAction {
  label: string
  run: () => void
}

/** A request for a toast. */
export interface ToastRequest {
  message: string
  type?: ToastType
  position?: ToastPosition
  /** Stays until the user acts on it or closes it. */
  isPermanent?: boolean
  /** Its topic: a later toast with the same topic replaces it. */
  about?: string
  /** The action of its button. */
  action?: ToastAction
  /** An alternative action, shown after the first. */
  otherAction?: ToastAction
}

/** A toast on the screen. */
export interface Toast extends Required<Omit<ToastRequest, 'about' | 'action' | 'otherAction'>> {
  id: number
  about?: string
  /** Time of the request, as of `Date.now()`. */
  askedAt: number
  action?: ToastAction
  otherAction?: ToastAction
  isLeaving: boolean
}

// Spec section 9.
const BASE_MS = 6000
const STEP_MS = 1000
const STEP_CHARS = 120
const FADE_MS = 150
const RETRY_MS = 250
const DELAY_MS = 100
const MAX_VISIBLE = 3
/** Toasts younger than this belong to the page being opened. */
const NEWS_MS = 1000

/**
 * How long a toast stays up, before any hover pause (spec section 9).
 *
 * @param message - text as shown, any length
 * @returns milliseconds: 6000, plus 1000 for each started 120 characters
 */
export function toastMs(message: string): number {
  return BASE_MS + STEP_MS * Math.ceil(message.length / STEP_CHARS)
}

type Timer = ReturnType<typeof setTimeout>
interface Countdown {
  timer: Timer | undefined
  leftMs: number
  startedAt: number
}

/**
 * The toasts of one page. A toast appears 100 ms after its request; when three are shown it retries every 250 ms; it fades
 * in 150 ms. While the pointer or the focus is on the toasts, all timers are paused.
 */
export class ToastQueue {
  #visible: readonly Toast[] = []
  #waiting = new Map<number, { toast: Toast; timer: Timer }>()
  #countdowns = new Map<number, Countdown>()
  #listeners = new Set<() => void>()
  #nextId = 1
  #isPaused = false

  /** Request a toast. @returns its id, for `dismiss` */
  notify(request: ToastRequest): number {
    const toast: Toast = {
      type: 'info',
      position: 'bottom-right',
      isPermanent: false,
      ...request,
      id: this.#nextId++,
      askedAt: Date.now(),
      isLeaving: false,
    }
    this.#replace(toast)
    this.#wait(toast, DELAY_MS)
    return toast.id
  }

  /** Fade out one toast, or drop it if it has not appeared yet. */
  dismiss(id: number | undefined): void {
    if (id === undefined) return
    clearTimeout(this.#waiting.get(id)?.timer)
    this.#waiting.delete(id)
    const found = this.#visible.find((toast) => toast.id === id)
    // Where no page shows it, there is nothing to fade, and no reason to wait for the end of a fade.
    const isShown = this.#listeners.size > 0
    if (!found || (isShown && found.isLeaving)) return
    this.#stop(id)
    this.#countdowns.delete(id)
    const remove = () => this.#set(this.#visible.filter((toast) => toast.id !== id))
    if (isShown) {
      this.#set(this.#visible.map((toast) => (toast.id === id ? { ...toast, isLeaving: true } : toast)))
      setTimeout(remove, FADE_MS)
    } else remove()
  }

  /** Remove every toast, shown or waiting, before a new error is shown (spec section 8). */
  clear(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer)
    this.#waiting.clear()
    for (const { id } of this.#visible) this.dismiss(id)
  }

  /**
   * On navigation, dismiss the toasts of the previous page.
   *
   * @param newsMs - younger ones are meant for the new page
   */
  leavePage(newsMs = NEWS_MS): void {
    for (const { id, askedAt, isPermanent } of this.#known())
      if (!isPermanent && Date.now() - askedAt >= newsMs) this.dismiss(id)
  }

  pause(): void {
    this.#isPaused = true
    for (const id of this.#countdowns.keys()) this.#stop(id)
  }

  resume(): void {
    this.#isPaused = false
    for (const id of this.#countdowns.keys()) this.#start(id)
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getVisible = (): readonly Toast[] => this.#visible

  #wait(toast: Toast, ms: number): void {
    this.#waiting.set(toast.id, { toast, timer: setTimeout(() => this.#tryShow(toast), ms) })
  }

  /** Dismiss the toasts that a new one makes obsolete: those with the same topic, and before a success the errors without one. */
  #replace({ about, type }: Toast): void {
    for (const other of this.#known()) {
      const isSame = about !== undefined && other.about === about
      const isOver = type === 'success' && other.type === 'error' && !other.isPermanent && other.about === undefined
      if (isSame || isOver) this.dismiss(other.id)
    }
  }

  #known(): readonly Toast[] {
    return [...this.#visible, ...[...this.#waiting.values()].map(({ toast }) => toast)]
  }

  #tryShow(toast: Toast): void {
    if (this.#visible.length >= MAX_VISIBLE) {
      this.#wait(toast, RETRY_MS)
      return
    }
    this.#waiting.delete(toast.id)
    this.#set([...this.#visible, toast])
    if (toast.isPermanent) return
    this.#countdowns.set(toast.id, { timer: undefined, leftMs: toastMs(toast.message), startedAt: 0 })
    if (!this.#isPaused) this.#start(toast.id)
  }

  #start(id: number): void {
    const countdown = this.#countdowns.get(id)
    if (!countdown || countdown.timer !== undefined) return
    countdown.startedAt = Date.now()
    countdown.timer = setTimeout(() => this.dismiss(id), countdown.leftMs)
  }

  #stop(id: number): void {
    const countdown = this.#countdowns.get(id)
    if (countdown?.timer === undefined) return
    clearTimeout(countdown.timer)
    countdown.timer = undefined
    countdown.leftMs -= Date.now() - countdown.startedAt
  }

  #set(visible: readonly Toast[]): void {
    this.#visible = visible
    for (const listener of this.#listeners) listener()
  }
}

/** The page's toasts. */
export const toasts = new ToastQueue()
