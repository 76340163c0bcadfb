import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The themes differ in `light-dark()` colours alone (tokens.test.ts), so the second one needs only the rules about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Check that axe finds nothing on the open page in both themes. The failure names the screen, else its URL. */
export async function expectAccessible(page: Page, place = page.url()): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await findViolations(page, RULES), `axe, light theme, ${place}`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await findViolations(page, COLOUR_RULES), `axe, dark theme, ${place}`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** One line per violation that axe finds by the rules with these tags or names. */
async function findViolations(page: Page, rules: string[]): Promise<string[]> {
  // Evaluated by Playwright: the page's content security policy would refuse a script tag.
  await page.evaluate(`window.axe ?? (() => { ${axeSource} })()`)
  // Results of the previous search are dimmed until newer ones arrive.
  await page.locator('[data-past]').waitFor({ state: 'detached' })
  return page.evaluate(async (runOnly) => {
    // Wait for animations: axe ignores elements that are fading in, but still checks what they cover.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const axe: AxeInPage = Reflect.get(window, 'axe')
    // The component library announces pending buttons there: for some seconds an image whose label may be gone already.
    const context = { include: [document.documentElement], exclude: ['[data-live-announcer]'] }
    const { violations } = await axe.run(context, { runOnly, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, rules)
}

type AxeInPage = Pick<typeof import('axe-core'), 'run'>
