import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { NO_ANSWER } from './support/complaints'
import { eventually, journey } from './support/journey'
import { signIn } from './support/session'

const ID = '4f2c2b1e-6c1d-4b59-9a57-0f8a6a1f9d10'
/** Addresses that lead nowhere; the last four the specification keeps for view models. */
const NOWHERE = [
  '/nothing/here',
  '/datasets/useDatasetsViewModel',
  `/dataset/${ID}/useDatasetViewModel`,
  `/dataset/${ID}/annotation-mode/useAnnotationModeViewModel`,
  `/dataset/${ID}/settings/useDatasetSettingViewModel`,
]

describe('pages that are not there', () => {
  journey('say so in both themes, and lead home [R11, R17, R18]', async ({ page, context, product }) => {
    await signIn(context, product)
    for (const path of NOWHERE) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to home page' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
  })
})

describe('a part of the app that cannot be loaded', () => {
  journey(
    'reloads the page once, then shows the error page, then recovers [R18, R21]',
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      await signIn(context, product)
      await page.goto('/datasets')
      await context.route(CHUNK, (route) => route.abort())
      const reloaded = page.waitForEvent('load')
      await openUserSettings(page)
      await reloaded

      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await openUserSettings(page)
      await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
      await page.getByText("We can't seem to find the page you are looking for").waitFor()
      await page.getByText('500', { exact: true }).waitFor()
      expect(loads).toBe(0)
      await expectAccessible(page)

      await context.unroute(CHUNK)
      await page.getByRole('link', { name: 'Back to home page' }).click()
      await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
      await page.goto('/user-settings')
      await page.getByRole('heading', { name: 'User settings' }).waitFor()
    },
  )
})

/** The file of the user settings, loaded when they are opened. */
const CHUNK = /\/assets\/UserSettingsPage-[^/]*\.js$/

async function openUserSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'User settings' }).click()
}
