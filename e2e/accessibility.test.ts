import { describe } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { journey } from './support/journey'
import { makeScreenWorld, SCREENS } from './support/screens'
import { signIn } from './support/session'

describe('every screen, in both themes, has nothing that axe finds', () => {
  journey('the login page, with and without an error', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Enter your username and password.').waitFor()
    await expectAccessible(page)
  })

  // One journey for all screens, since they share their data.
  journey('the screens of a signed-in owner', { timeout: 400_000 }, async ({ page, context, product, complaints }) => {
    // The settings request of a classic dataset without settings is answered with 404.
    complaints.expect(/status of 404/)
    await signIn(context, product)
    const world = await makeScreenWorld(product)
    for (const screen of SCREENS) {
      await screen.open(page, world)
      await expectAccessible(page, screen.name)
    }
  })
})
