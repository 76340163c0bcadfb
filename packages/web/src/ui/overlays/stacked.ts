/** Media query for the stacked layout: record above questions, actions along the bottom (below 992 px). */
export const STACKED = '(max-width: 991.98px)'

/** Whether the layout is stacked now. */
export function isStacked(): boolean {
  return window.matchMedia(STACKED).matches
}
