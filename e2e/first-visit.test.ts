import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey, newContext } from './support/journey'
import { Product } from './support/product'

describe('the first visit after installing', () => {
  journey(
    'leads from the link that the server prints over a sample to the first answer',
    async ({ browser, complaints }) => {
      const product = await Product.start('nobody')
      const context = await newContext(browser, product)
      try {
        const page = await context.newPage()
        complaints.watch(page)
        await page.goto(setUpPath(product))
        await page.getByLabel('Username').waitFor()
        await expectAccessible(page, 'set-up')
        await page.getByLabel('Username').fill('olga')
        await page.getByLabel('Password', { exact: true }).fill('olga reads a lot')
        await page.keyboard.press('Enter')
        await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
        await page.getByText('No datasets yet').waitFor()
        expect(await page.getByRole('link', { name: 'Invite people' }).getAttribute('href')).toBe('/people')
        await expectAccessible(page, 'the empty list')

        await page.goto('/datasets/new')
        await page.getByRole('button', { name: 'Create it: Banking messages' }).click()
        await page.locator('[data-option]:checked').waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('tab', { name: /^Submitted\s*1$/ }).waitFor()
        await page.getByRole('button', { name: 'State of your answers: All saved' }).waitFor()
      } finally {
        await context.close()
        await product.stop()
      }
    },
  )
})

/** The URL of the one-time set-up link, with the base URL of the journey. */
function setUpPath(product: Product): string {
  const path = /\/setup\?token=\S+/.exec(product.output())?.[0]
  if (path === undefined) throw new Error(`The server printed no set-up link:\n${product.output()}`)
  return product.url + path
}
