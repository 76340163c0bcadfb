/** Whether record and questions stand one below the other, and the actions along the bottom (below 992 px). */
export function isStacked(): boolean {
  return window.matchMedia('(max-width: 991.98px)').matches
}
