import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey } from './support/journey'
import { OWNER } from './support/product'
import { signIn } from './support/session'

describe('user settings', () => {
  journey('show who is signed in, readable in both themes', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    await page.getByRole('heading', { name: 'User settings' }).waitFor()
    await page.getByRole('definition').filter({ hasText: OWNER.username }).first().waitFor()
    await page.getByText('Owner', { exact: true }).waitFor()
    const workspace = page.getByRole('link', { name: 'default' })
    await eventually(() => workspace.getAttribute('href')).toBe('/datasets?workspaces=default')
    await expectAccessible(page)
  })

  journey('change the look of record text, kept over a reload', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    const sample = page.getByText('The quick reader marks what matters')
    const styleOf = (name: 'fontFamily' | 'fontSize') => () =>
      sample.evaluate((node, key) => getComputedStyle(node)[key], name)
    const [family, size] = [styleOf('fontFamily'), styleOf('fontSize')]
    const before = { family: await family(), size: await size() }
    await page.getByText('Sans', { exact: true }).click()
    await eventually(family).not.toBe(before.family)
    await page.getByText('Large', { exact: true }).click()
    await eventually(size).not.toBe(before.size)
    const after = { family: await family(), size: await size() }
    await page.reload()
    await eventually(family).toBe(after.family)
    await eventually(size).toBe(after.size)
  })

  journey('sign another browser out after a question', async ({ page, context, browser, product }) => {
    const other = await browser.newContext({ baseURL: product.url })
    await signIn(other, product)
    await signIn(context, product)
    await page.goto('/user-settings')
    const section = page.getByRole('region', { name: 'Signed in' })
    await section.getByText('(this browser)', { exact: false }).waitFor()
    const signOut = section.getByRole('button', { name: 'Sign out' })
    const before = await signOut.count()
    expect(before).toBeGreaterThan(0)
    // Newest first: after this browser comes the other one.
    await signOut.first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await eventually(() => signOut.count()).toBe(before - 1)
    await expectAccessible(page)
    const ask = await other.request.get('/api/v1/me')
    expect(ask.status()).toBe(401)
    expect((await context.request.get('/api/v1/me')).status()).toBe(200)
  })

  journey(
    'make an API key that is shown once, works, and works no more once revoked [R5]',
    async ({ page, context, product }) => {
      const ask = (key: string) => fetch(`${product.url}/api/v1/me`, { headers: { 'x-argilla-api-key': key } })
      await signIn(context, product)
      await page.goto('/user-settings')
      await page.getByLabel('Name of a new key').fill('laptop')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Copy it now: it is not shown again.').waitFor()
      const row = page.getByRole('row', { name: /laptop/ })
      const lastFour = (await row.getByRole('cell').nth(1).innerText()).trim().slice(-4)
      const key = await page
        .locator('code')
        .filter({ hasText: /^postil_/ })
        .innerText()
      expect(key.endsWith(lastFour)).toBe(true)
      expect((await ask(key)).status).toBe(200)

      await page.reload()
      await row.waitFor()
      expect(await page.getByText(key).count()).toBe(0)
      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
      await page.getByText('The key laptop has been revoked').waitFor()
      expect((await ask(key)).status).toBe(401)
    },
  )
})
