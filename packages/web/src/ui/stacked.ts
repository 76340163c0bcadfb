/** Where record and questions stand one below the other, and the actions along the bottom (below 992 px). */
export const STACKED = '(max-width: 991.98px)'

/** Whether they do so now. */
export function isStacked(): boolean {
  return window.matchMedia(STACKED).matches
}
