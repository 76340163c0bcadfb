import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { eventually } from './journey'

interface LookOptions {
  widths?: readonly number[]
  /** Is scrolled into view for the pictures. */
  part?: Locator
  /** Take pictures of the whole page, not only of the viewport. */
  fullPage?: boolean
}

/**
 * Check that the page fits into each width. If the environment variable `LOOK` names a folder, also save pictures of it
 * there, in both themes.
 */
export async function look(
  page: Page,
  name: string,
  { widths = [1440, 1024, 390], part, fullPage = false }: LookOptions = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 1024 ? 768 : 900 })
    await expectFits(page)
    if (!process.env.LOOK) continue
    await part?.scrollIntoViewIfNeeded()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(process.env.LOOK, `${name}-${width}-${colorScheme}.png`), fullPage })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: null })
}

/** Check that nothing is wider than the viewport, once the page has adapted to it. */
export async function expectFits(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
