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
    expect(await workspace.getAttribute('href')).toBe('/datasets?workspaces=default')
    await expectAccessible(page)
  })

  journey('change the look of record text, kept over a reload', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/user-settings')
    const sample = page.getByText('The quick reader marks what matters')
    const look = () =>
      sample.evaluate((node) => `${getComputedStyle(node).fontFamily} ${getComputedStyle(node).fontSize}`)
    await sample.waitFor()
    const before = await look()
    await page.getByText('Sans', { exact: true }).click()
    await page.getByText('Large', { exact: true }).click()
    await eventually(look).not.toBe(before)
    const after = await look()
    await page.reload()
    await sample.waitFor()
    expect(await look()).toBe(after)
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
      const key = (await page.locator('code').allInnerTexts()).find((text) => text.startsWith('postil_')) ?? ''
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
