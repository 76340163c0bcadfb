import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey } from './support/journey'
import { signIn } from './support/session'

describe('many people', () => {
  journey('are found among 200, also on a phone', async ({ page, context, product }) => {
    const desk = await product.owner('POST /api/v1/workspaces', { body: { name: 'crowd' } })
    const add = (at: number) => {
      const username = `person-${String(at).padStart(3, '0')}`
      const role = at % 20 === 3 ? ('admin' as const) : ('annotator' as const)
      const body = { username, first_name: `Person ${at}`, role, workspace_ids: at % 2 ? [desk.id] : [] }
      return product.owner('POST /api/v1/people', { body })
    }
    for (let from = 0; from < 200; from += 20) await Promise.all(Array.from({ length: 20 }, (_, at) => add(from + at)))
    await signIn(context, product)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/people')
    const rows = page.getByRole('row', { name: /Person \d/ })
    await eventually(() => rows.count()).toBeGreaterThan(30)
    const overflow = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    expect(await overflow()).toBe(0)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.getByRole('button', { name: 'Filter by Role' }).click()
    await page.getByRole('checkbox', { name: /^admin/ }).click({ force: true })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter by Workspace' }).click()
    await page.getByRole('checkbox', { name: /^crowd/ }).click({ force: true })
    await page.keyboard.press('Escape')
    await eventually(() => rows.count()).toBe(10)
    await page.getByLabel('Find a person').fill('person 1')
    await page.waitForURL('**/people?q=person+1&workspaces=crowd&roles=admin&sort=name')
    const found = ['Person 103', 'Person 123', 'Person 143', 'Person 163', 'Person 183']
    const names = () => rows.locator('strong').allInnerTexts()
    await eventually(names).toEqual(found)
    await page.reload()
    await eventually(names).toEqual(found)

    // The members are managed from the card of their workspace.
    await page.getByRole('button', { name: '100 members of crowd' }).click()
    const dialog = page.getByRole('dialog', { name: 'Members of crowd' })
    await dialog.getByText('50 more: type a name to find them.').first().waitFor()
    await expectAccessible(page)
    await dialog.getByLabel('Find a person').fill('person-19')
    await dialog.getByRole('button', { name: 'Add Person 190' }).click()
    await dialog.getByRole('button', { name: 'Remove Person 190' }).waitFor()
    await dialog.getByRole('heading', { name: '101 members' }).waitFor()
    await dialog.getByRole('button', { name: 'Remove Person 191' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Add Person 191' }).waitFor()
    expect(await overflow()).toBe(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove Person 191' }).waitFor()
  })
})
