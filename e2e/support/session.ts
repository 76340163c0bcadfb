import type { BrowserContext, Page } from 'playwright-core'
import { OWNER, type Person, type Product } from './product'

/** Sign in through the open login page, as a user does. */
export async function signInByHand(page: Page, person: Person = OWNER): Promise<void> {
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Sign in without the login page, by sending its request directly. */
export async function signIn(context: BrowserContext, product: Product, person: Person = OWNER): Promise<void> {
  const reply = await context.request.post(`${product.url}/api/security/token`, {
    form: { username: person.username, password: person.password },
    headers: { origin: product.url },
  })
  if (!reply.ok()) throw new Error(`${person.username} could not sign in: ${reply.status()} ${await reply.text()}`)
}
