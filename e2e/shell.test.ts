import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { NO_ANSWER } from './support/browser-watch'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { bankingPlan } from './support/worlds'

describe('the frame around the screens', () => {
  journey('is called Postil, speaks English and remembers it for a year [R28, R30]', async ({ page, context }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.title()).toBe('Postil')
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr')
    const cookie = (await context.cookies()).find(({ name }) => name === 'i18n_redirected')
    expect(cookie).toMatchObject({ value: 'en', sameSite: 'Lax', path: '/' })
    const daysLeft = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(364)
    expect(daysLeft).toBeLessThanOrEqual(365)
  })

  journey('keeps a short workspace whole beside the long name of a dataset', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.setViewportSize({ width: 700, height: 800 })
    const { id } = await seedDataset(product, bankingPlan('a-second-round-with-a-name-that-is-rather-long', 1))
    await page.goto(`/dataset/${id}/progress`)
    const crumbs = page.getByRole('navigation', { name: 'Where you are' })
    await crumbs.getByText('Team progress').waitFor()
    const isCut = (name: string) =>
      crumbs.getByRole('link', { name }).evaluate((link) => link.scrollWidth > link.clientWidth)
    await crumbs.getByRole('link', { name: /^a-second/ }).waitFor()
    expect(await isCut('default')).toBe(false)
  })

  journey('leaves scrolling on Back to the app [R14]', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    await page.getByRole('heading', { name: 'User settings' }).waitFor()
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('manual')
  })

  journey('keeps the chosen theme over a reload', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/user-settings')
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.getByRole('button', { name: /^Account of/ }).click()
    const light = await paper()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await eventually(paper).not.toBe(light)
    const dark = await paper()
    await page.reload()
    await eventually(paper).toBe(dark)
  })

  journey(
    'the account menu scrolls inside where there is little height, as when zoomed in',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await page.setViewportSize({ width: 720, height: 450 })
      await page.goto('/user-settings')
      await page.getByRole('button', { name: /^Account of/ }).click()
      const bottom = async (part: Locator) => {
        const box = await part.boundingBox()
        return box ? box.y + box.height : Number.NaN
      }
      await page.getByRole('menu').waitFor()
      await page.keyboard.press('End')
      const last = page.getByRole('menuitem', { name: 'Log out' })
      const list = await bottom(page.getByRole('menu'))
      await eventually(() => bottom(last)).toBeLessThanOrEqual(list)
      const version = page.getByText(/^Postil \d/)
      expect(await bottom(version)).toBeLessThanOrEqual(450)
      expect(await bottom(version)).toBeGreaterThanOrEqual(list)
    },
  )

  journey('runs commands from the palette with the keyboard', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets')
    await page.getByRole('button', { name: 'Commands' }).waitFor()
    await page.keyboard.press('Control+k')
    const find = page.getByRole('combobox', { name: 'Find a command or a dataset' })
    await find.and(page.locator(':focus')).waitFor()
    await expectAccessible(page)
    await page.keyboard.type('user sett')
    await page.getByRole('option', { name: /user settings/i, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'User settings' }).waitFor()
    await eventually(() => new URL(page.url()).pathname).toBe('/user-settings')
    await find.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await find.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  journey('finds datasets of both families by name from the palette', async ({ page, context, product }) => {
    await seedDataset(product, bankingPlan('palette_messages', 2))
    const classic = await seedBanking(product, 'palette-tickets', 2)
    await signIn(context, product)
    await page.goto('/user-settings')
    await page.getByRole('heading', { name: 'User settings' }).waitFor()
    const open = async (words: string, name: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(words)
      await page.getByRole('option', { name: new RegExp(name), selected: true }).waitFor()
      await page.keyboard.press('Enter')
    }
    await open('messages', 'palette_messages')
    await page.getByRole('region', { name: 'Record', exact: true }).waitFor()
    // From one dataset to another.
    await open('palette t', 'palette-tickets')
    await eventually(() => new URL(page.url()).pathname).toMatch(/palette-tickets$/)
    await new ExplorePage(page, classic).cards.first().waitFor()
  })

  journey('shows the keys on the ? sheet', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    await page.getByRole('heading', { name: 'User settings' }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('Open the command palette').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  journey(
    'tells when the connection goes and when it is back [R23, T17]',
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      await signIn(context, product)
      await page.goto('/user-settings')
      await page.getByRole('heading', { name: 'User settings' }).waitFor()
      await context.setOffline(true)
      await page.getByRole('alert').filter({ hasText: 'You are offline.' }).waitFor()
      const banner = page.getByText('Nothing you type is lost')
      await banner.waitFor()
      await context.setOffline(false)
      await page.getByRole('alert').filter({ hasText: 'You are online again.' }).waitFor()
      await banner.waitFor({ state: 'detached' })
    },
  )
})
