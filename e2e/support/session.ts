import type { Browser, BrowserContext, Page } from 'playwright-core'
import { newContext } from './journey'
import { OWNER, type Person, type Product } from './product'
import { addAnnotator } from './seeds/seed'

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

/** Sign in as the owner, and open a page of the product, optionally at a tab or with a query string. */
export async function openSignedIn<View extends { readonly page: Page; open: (at?: string) => Promise<void> }>(
  product: Product,
  view: View,
  at?: string,
): Promise<View> {
  await signIn(view.page.context(), product)
  await view.open(at)
  return view
}

/** Add an annotator, and sign them in to a browser profile of their own. */
export async function newAnnotator(browser: Browser, product: Product, username: string): Promise<BrowserContext> {
  const context = await newContext(browser, product)
  await signIn(context, product, await addAnnotator(product, username))
  return context
}

/**
 * Invite an annotator to the only workspace on the page about people, and let them join by the link in a browser of their own, which stays
 * signed in.
 *
 * @param lead - a page of somebody signed in who may invite
 */
export async function joinByInvitation(lead: Page, theirs: BrowserContext, name: string): Promise<void> {
  await lead.goto('/people')
  await lead.getByRole('button', { name: 'Invite', exact: true }).click()
  const panel = lead.getByRole('complementary', { name: 'Invite someone' })
  await panel.getByLabel(/^Name/).fill(name)
  await panel.getByRole('button', { name: 'Make a link' }).click()
  const link = await panel.locator('code').innerText()
  const joining = await theirs.newPage()
  await joining.goto(link)
  await joining.getByLabel('Username').fill(name)
  await joining.getByLabel('Password', { exact: true }).fill(`${name} reads a lot`)
  await joining.getByRole('button', { name: 'Create account' }).click()
  await joining.waitForURL('**/datasets')
  await joining.close()
}
