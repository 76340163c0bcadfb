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
})
