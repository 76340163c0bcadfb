/**
 * Runs in the page: measures the time from the browser's timestamp of an event until the frame that shows its effect on a marked text is
 * painted. The page then has the functions `painted`, which resolves to the next time in ms, and `forget`.
 */
export function watchPaints() {
  let began = 0
  /** @type {number[]} */
  let took = []
  /** @type {((ms: number) => void) | undefined} */
  let waiting
  let isNoted = true
  for (const type of ['pointermove', 'keydown'])
    addEventListener(
      type,
      (event) => {
        began = event.timeStamp
        isNoted = false
      },
      true,
    )
  const note = () => {
    const ms = performance.now() - began
    if (waiting) waiting(ms)
    else took.push(ms)
    waiting = undefined
  }
  const root = document.querySelector('[data-question-of]')
  if (!root) throw new Error('Nothing to mark is on the page.')
  new MutationObserver(() => {
    if (isNoted) return
    isNoted = true
    // The next frame paints the change; a message sent from its callback arrives after the paint.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = note
    requestAnimationFrame(() => port2.postMessage(undefined))
  }).observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  Reflect.set(window, 'forget', () => {
    took = []
  })
  Reflect.set(window, 'painted', () =>
    took.length > 0
      ? took.shift()
      : new Promise((resolve) => {
          waiting = resolve
        }),
  )
}
