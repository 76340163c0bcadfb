import { readdirSync, readFileSync } from 'node:fs'
import { OPTION_COLORS } from '@postil/contract/options'
import { describe, expect, it } from 'vitest'
import { entityHue, entityTintsCss } from './entity-tints.ts'
import { contrast, parseColor } from './testing/contrast.ts'

const folder = `${import.meta.dirname}/`
const css = readFileSync(`${folder}tokens.css`, 'utf8') + readFileSync(`${folder}entity-tints.css`, 'utf8')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w+|oklch\([^)]*\)), (#\w+|oklch\([^)]*\))\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

function ratio(ink: string, ground: string, theme: Theme): number {
  const [top, below] = [colours.get(ink), colours.get(ground)]
  if (!top || !below) throw new Error(`No such colour: ${ink} or ${ground}`)
  return contrast(parseColor(top[theme]), parseColor(below[theme]))
}

const TEXT = 4.5
const SHAPE = 3

const textPairs = [
  ...['ink', 'ink-2', 'ink-3'].flatMap((ink) => ['paper', 'sheet', 'sunk', 'raised'].map((ground) => [ink, ground])),
  ...['vermilion', 'verdigris', 'lapis', 'ochre', 'umber'].flatMap((ink) => [
    [ink, 'paper'],
    [ink, 'sheet'],
    [ink, `${ink}-wash`],
  ]),
  ['vermilion-ink', 'vermilion'],
  ['vermilion-ink', 'vermilion-strong'],
  ['ink', 'hover'],
  ['ink-2', 'hover'],
  ['paper', 'ink'],
  ['ink', 'ochre-wash'],
] satisfies string[][]

describe.each(themes)('%s theme', (theme) => {
  it.each(textPairs)('%s on %s is readable as text', (ink = '', ground = '') => {
    expect(ratio(ink, ground, theme)).toBeGreaterThanOrEqual(TEXT)
  })

  it.each(['paper', 'sheet', 'sunk', 'raised'])('edges and the focus ring show as shapes on %s', (ground) => {
    expect(ratio('edge', ground, theme)).toBeGreaterThanOrEqual(SHAPE)
    expect(ratio('vermilion', ground, theme)).toBeGreaterThanOrEqual(SHAPE)
  })

  const tints = Array.from({ length: OPTION_COLORS }, (_, index) => index)
  it.each(tints)('entity tint %i carries text, shows as a line and captions a sheet', (index) => {
    expect(ratio('mark-ink', `entity-${index}`, theme)).toBeGreaterThanOrEqual(TEXT)
    for (const ground of ['paper', 'sheet']) {
      expect(ratio(`entity-${index}-line`, ground, theme)).toBeGreaterThanOrEqual(SHAPE)
      expect(ratio(`entity-${index}-text`, ground, theme)).toBeGreaterThanOrEqual(TEXT)
    }
  })
})

describe('entity tints', () => {
  it('are fifty, all different', () => {
    const hues = Array.from({ length: OPTION_COLORS }, (_, index) => entityHue(index))
    expect(new Set(hues).size).toBe(50)
    expect(entityHue(OPTION_COLORS + 3)).toBe(entityHue(3))
  })

  it('keep neighbours among the first ten at least 60° apart', () => {
    for (let index = 0; index < 9; index += 1) {
      const gap = Math.abs(entityHue(index) - entityHue(index + 1))
      expect(Math.min(gap, 360 - gap)).toBeGreaterThanOrEqual(60)
    }
  })

  it('are written to the style sheet as generated', async () => {
    await expect(entityTintsCss()).toMatchFileSnapshot('./entity-tints.css')
  })
})

// The accessibility journeys rely on it: they check everything in the light theme, and in the dark one only the colours.
it('lets the themes differ in colours alone', () => {
  const source = `${folder}../`
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx?)$/.test(file))
  const asking = files.filter((file) => readFileSync(source + file, 'utf8').includes(`prefers-color-${'scheme'}`))
  expect(asking).toEqual([])
})
