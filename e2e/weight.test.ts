import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { journey } from './support/journey'
import { type DatasetPlan, seedDataset } from './support/seed'
import { signIn } from './support/session'
import { bankingPlan, entitiesPlan, everyKindPlan } from './support/worlds'

const MAX_BYTES = 250_000
/** What a reader could still call standing still: a quarter of what browsers rate as good. */
const MAX_SHIFT = 0.025

const PLANS: readonly (readonly [string, (name: string) => DatasetPlan])[] = [
  ['one label', (name) => bankingPlan(name, 12)],
  ['marks in the text', entitiesPlan],
  ['every kind of question, with Markdown', (name) => everyKindPlan(name, 12)],
]

describe('the annotation page', () => {
  journey.for(PLANS)(
    'needs at most 250 kB of JavaScript for %s, compressed',
    async ([name, plan], { page, context, product }) => {
      const dataset = await seedDataset(product, plan(`weight-of-${name.replaceAll(/\W+/g, '-')}`))
      await signIn(context, product)
      await new AnnotationView(page, dataset).open()
      await page.waitForLoadState('networkidle')
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(({ name: address }) => new URL(address).pathname.endsWith('.js'))
          .map(({ name: address, encodedBodySize, decodedBodySize }) => ({
            address,
            encodedBodySize,
            decodedBodySize,
          })),
      )
      expect(scripts.length).toBeGreaterThan(1)
      for (const { address, encodedBodySize, decodedBodySize } of scripts)
        if (decodedBodySize > 2048) expect(encodedBodySize, `${address} is compressed`).toBeLessThan(decodedBodySize)
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
    },
  )

  journey.for(PLANS)(
    'stands still while counts and suggestions arrive: %s',
    async ([name, plan], { page, context, product }) => {
      const dataset = await seedDataset(product, plan(`shift-of-${name.replaceAll(/\W+/g, '-')}`))
      await signIn(context, product)
      await page.addInitScript(() => {
        const shifts: number[] = []
        Reflect.set(window, 'shifts', shifts)
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await new AnnotationView(page, dataset).open()
      await page.waitForLoadState('networkidle')
      const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(MAX_SHIFT)
    },
  )
})
