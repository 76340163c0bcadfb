/** How many colours entities and labels take before the list starts again (spec section 9). */
export const ENTITY_TINT_COUNT = 50

// Ten hues 36° apart, ordered so that neighbours differ by at least 72°; each further ten sits between the earlier ones.
const FIRST_TEN_DEG = [25, 241, 133, 61, 313, 205, 97, 349, 169, 277]
const SHIFTS_DEG = [0, 21.6, 7.2, 28.8, 14.4]

/** One colour of the three roles a tint plays, per theme: OKLCH lightness 0–1 and chroma. */
export const TINT_ROLES = {
  /** behind text */
  '': { light: { l: 0.9, c: 0.062 }, dark: { l: 0.4, c: 0.065 } },
  /** underlines and swatches, readable as a shape (3:1) */
  '-line': { light: { l: 0.63, c: 0.11 }, dark: { l: 0.7, c: 0.1 } },
  /** small captions on a sheet (4.5:1) */
  '-text': { light: { l: 0.46, c: 0.1 }, dark: { l: 0.8, c: 0.09 } },
} as const

/** Hue in degrees of a tint; the list wraps after fifty. */
export function entityHue(index: number): number {
  const wrapped = ((index % ENTITY_TINT_COUNT) + ENTITY_TINT_COUNT) % ENTITY_TINT_COUNT
  const base = FIRST_TEN_DEG[wrapped % 10] ?? 0
  const shift = SHIFTS_DEG[Math.floor(wrapped / 10)] ?? 0
  return Math.round(((base + shift) % 360) * 10) / 10
}

/** The text of `entity-tints.css`; a test keeps the file equal to it. */
export function entityTintsCss(): string {
  const lines = Array.from({ length: ENTITY_TINT_COUNT }, (_, index) =>
    Object.entries(TINT_ROLES).map(([role, { light, dark }]) => {
      const hue = entityHue(index)
      return `  --entity-${index}${role}: light-dark(oklch(${light.l} ${light.c} ${hue}), oklch(${dark.l} ${dark.c} ${hue}));`
    }),
  )
  return `/* Written by entity-tints.ts: change it there. */\n:root {\n${lines.flat().join('\n')}\n}\n`
}
