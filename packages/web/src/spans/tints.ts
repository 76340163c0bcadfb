import type { CSSProperties } from 'react'
import type { Choice } from '../form/visible-options.ts'

/** Number of colours before they repeat (spec section 9). */
export const MAX_TINTS = 50

/** A label of a span question with its colour. */
export interface TintedLabel extends Choice {
  tint: number
}

/** Labels by value; the colour is the label's own, else given by its index in the list. */
export function tintLabels(
  options: readonly (Choice & { color?: number | undefined })[],
): ReadonlyMap<string, TintedLabel> {
  return new Map(
    options.map((option, index) => [option.value, { ...option, tint: (option.color ?? index) % MAX_TINTS }]),
  )
}

/** Custom properties of a colour: `--tint` behind text, `--tint-line` for lines, `--tint-text` for captions. */
export function tintStyle(tint: number | undefined): CSSProperties {
  if (tint === undefined) return {}
  const name = `--entity-${tint}`
  return Object.fromEntries([
    ['--tint', `var(${name})`],
    ['--tint-line', `var(${name}-line)`],
    ['--tint-text', `var(${name}-text)`],
  ])
}
