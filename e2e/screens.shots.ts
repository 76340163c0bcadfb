import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../scripts/lib/root.mjs'
import { journey } from './support/journey'
import { makeScreenWorld, SCREENS } from './support/screens'
import { signIn } from './support/session'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  // The viewport of 1440 by 900 at 200 % zoom.
  { width: 720, height: 450 },
]
const FOLDER = join(root, 'screenshots')
const only = process.env.SCREENS ?? ''

journey('pictures of every screen', { timeout: 600_000 }, async ({ page, context, product, complaints }) => {
  complaints.expect(/./)
  mkdirSync(FOLDER, { recursive: true })
  await signIn(context, product)
  const world = await makeScreenWorld(product)
  for (const screen of SCREENS.filter(({ name }) => name.includes(only))) {
    for (const size of SIZES) {
      await page.setViewportSize(size)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        try {
          await screen.open(page, world)
        } catch (error) {
          console.error(`${screen.name} ${size.width} ${theme}: ${String(error).split('\n', 1)[0]}`)
        }
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        await page.screenshot({ path: join(FOLDER, `${screen.name}-${size.width}-${theme}.png`) })
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
    await page.screenshot({ path: join(FOLDER, `${screen.name}-1440-forced.png`) })
    await page.emulateMedia({ forcedColors: 'none' })
  }
})
