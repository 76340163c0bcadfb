import type { Page, Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { NO_ANSWER } from './support/browser-watch'
import { eventually, journey, untilQuiet } from './support/journey'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { everyKindPlan } from './support/worlds'

const ID = '4f2c2b1e-6c1d-4b59-9a57-0f8a6a1f9d10'
/** Paths of no page; the last four are reserved by the specification for view models. */
const NOWHERE = [
  '/nothing/here',
  // Not valid UTF-8.
  '/nothing/%ff',
  '/%ff?a=1',
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
    'because a newer version has replaced it: reloads the page once, then shows the error page, then recovers [R18, R21]',
    async ({ page, context, product, complaints }) => {
      complaints.expect(/status of 404/)
      await signIn(context, product)
      await page.goto('/datasets')
      await context.route(CHUNK, (route) => route.fulfill({ status: 404 }))
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: /^Account of/ }).click()
      // On a slow machine, the code fails to load before the page renders that it is being loaded.
      const cdp = await context.newCDPSession(page)
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 20 })
      await page.getByRole('menuitem', { name: 'User settings' }).click()
      await reloaded
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      // The reload leads to the page that the user was going to.
      await page.waitForURL('**/user-settings')
      await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
      await page.getByRole('link', { name: 'Back to home page' }).click()
      await eventually(() => new URL(page.url()).pathname).toBe('/datasets')

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

describe('a new version of the app under an open page', () => {
  journey(
    'reloads it once, never in a loop, and keeps the answers being edited [R21]',
    async ({ page, context, product, complaints }) => {
      // The second failure is reported on the console, by the router as well.
      complaints.expect(/status of 404|dynamically imported module/)
      const kinds = await seedDataset(product, everyKindPlan('redeployed', 3))
      await signIn(context, product)
      await context.route(OPENED_BY_HAND, (route) => route.fulfill({ status: 404 }))
      const view = new AnnotationView(page, kinds)
      await view.open()
      const account = page.getByRole('button', { name: /^Account of/ })
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await view.option('Kind', 'praise').check()
      const reloaded = page.waitForEvent('load')
      await account.click()
      await reloaded
      await eventually(() => view.option('Kind', 'praise').isChecked()).toBe(true)
      await untilQuiet(page)

      // Missing for good, as on a server that has no such file: the second failure does not reload the page.
      await view.option('Kind', 'question').check()
      await account.click()
      await page.getByRole('heading', { name: 'Something went wrong.' }).waitFor()
      expect(loads).toBe(1)
      await context.unroute(OPENED_BY_HAND)
      await view.open()
      await eventually(() => view.option('Kind', 'question').isChecked()).toBe(true)
    },
  )
})

describe('while the server is away', () => {
  journey(
    'a part that was not there yet says so, and can be tried again',
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      const kinds = await seedDataset(product, everyKindPlan('away', 3))
      await signIn(context, product)
      await context.route(OPENED_BY_HAND, (route) => route.abort())
      const view = new AnnotationView(page, kinds)
      await view.open()
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await view.option('Kind', 'praise').check()
      const account = page.getByRole('button', { name: /^Account of/ })
      const sort = page.getByRole('button', { name: 'Sort', exact: true })
      const openers = [
        () => account.click(),
        () => sort.click(),
        () => page.getByText('Bulk', { exact: true }).click(),
        async () => {
          await page.locator('[data-record-body]').focus()
          await page.keyboard.press('?')
        },
      ]
      for (const open of openers) {
        await open()
        const words = page.getByText('This part could not be loaded. The server does not answer.')
        await words.waitFor()
        await page.getByRole('button', { name: 'Dismiss notification' }).first().click()
        await words.waitFor({ state: 'detached' })
        await eventually(() => view.option('Kind', 'praise').isChecked()).toBe(true)
      }

      await context.unroute(OPENED_BY_HAND)
      await context.route(CHUNK, (route) => route.abort())
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await sort.click()
      await page.getByRole('dialog', { name: 'Sort' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText('Bulk', { exact: true }).click()
      await page.getByRole('list', { name: 'Records' }).waitFor()

      await openUserSettings(page)
      await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
      await expectAccessible(page)
      // The page looks the same before, during and after the retry, which ends with a request to check whether the
      // server is reachable.
      const asked = page.waitForEvent('requestfailed', (request) => isAskedAgain(request))
      await page.getByRole('button', { name: 'Try again' }).click()
      await asked
      await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor()
      await context.unroute(CHUNK)
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: 'User settings' }).waitFor()
      expect(loads).toBe(0)
    },
  )
})

/** Chunks of parts that the user opens on the annotation page. */
const OPENED_BY_HAND = /\/assets\/(AccountMenuSheet|PopoverSheet|BulkView|ShortcutSheet)-[^/]*\.js$/
/** The chunk of the user settings page. */
const CHUNK = /\/assets\/UserSettingsPage-[^/]*\.js$/

function isAskedAgain(request: Request): boolean {
  return request.method() === 'HEAD' && CHUNK.test(request.url())
}

async function openUserSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'User settings' }).click()
}
