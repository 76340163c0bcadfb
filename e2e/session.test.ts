import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { eventually, journey, untilQuiet } from './support/journey'
import { OWNER } from './support/product'
import { signIn, signInByHand } from './support/session'

describe('signing in and out', () => {
  journey('leads from the bare address over the login page to the datasets [R1, R2]', async ({ page }) => {
    await page.goto('/')
    await eventually(() => pathOf(page)).toBe('/login?redirect=%2F')
    await signInByHand(page)
    await eventually(() => pathOf(page)).toBe('/datasets')
  })

  journey(
    'keeps the requested address, its query included, through the login page [R2, R3]',
    async ({ page, complaints }) => {
      // The dataset does not exist; only the URL matters.
      complaints.expect(/status of 404.*\/api\/datasets\/news/)
      const wanted = '/datasets/default/news?query=%7B%22status%22%3A%5B%22Default%22%5D%7D&viewMode=explore'
      await page.goto(wanted)
      await eventually(() => pathOf(page)).toBe(`/login?redirect=${encodeURIComponent(wanted)}`)
      await signInByHand(page)
      await eventually(() => pathOf(page)).toBe(wanted)
    },
  )

  journey('says that the password is wrong, empties it and keeps the username', async ({ page, complaints }) => {
    complaints.expect(/status of 401.*\/api\/security\/token/)
    await page.goto('/login')
    await signInByHand(page, { username: OWNER.username, password: 'not this one' })
    await page.getByText('That username and password do not match.').waitFor()
    await eventually(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await page.getByLabel('Username').inputValue()).toBe(OWNER.username)
  })

  journey('sends a signed-in user on from the login page', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/login?redirect=%2Fuser-settings')
    await eventually(() => pathOf(page)).toBe('/user-settings')
  })

  journey.for(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
    'does not follow a redirect to %s [R22]',
    async (target, { page }) => {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      await signInByHand(page)
      await eventually(() => pathOf(page)).toBe('/datasets')
      await page.getByText('Postil does not follow links to other sites.').waitFor()
    },
  )

  journey('logs out to the login page, in every tab [R4]', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    const other = await context.newPage()
    await other.goto('/user-settings')
    await other.getByRole('heading', { name: 'User settings' }).waitFor()
    // Requests still running at sign-out would be refused, and the browser would log them.
    await untilQuiet(page)
    await untilQuiet(other)

    await page.getByRole('button', { name: `Account of ${OWNER.username}` }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await eventually(() => pathOf(page)).toBe('/login')
    await eventually(() => new URL(other.url()).pathname).toBe('/login')
    await page.goto('/user-settings')
    await eventually(() => pathOf(page)).toBe('/login?redirect=%2Fuser-settings')
  })

  journey(
    'keeps the session where scripts cannot read it, under names that begin with auth [R32]',
    async ({ page, context }) => {
      await page.goto('/login')
      const before = await context.cookies()
      await signInByHand(page)
      await eventually(() => pathOf(page)).toBe('/datasets')
      const added = (await context.cookies()).filter(({ name }) => before.every((cookie) => cookie.name !== name))
      expect(added).toMatchObject([{ name: expect.stringMatching(/^auth/), httpOnly: true, sameSite: 'Lax' }])
      const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('auth')))
      await eventually(async () => (await stored()).length).toBeGreaterThan(0)
      expect((await stored()).every((key) => key.startsWith('auth'))).toBe(true)
    },
  )
})

/** Path and query string of the open page. */
function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
