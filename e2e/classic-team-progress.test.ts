import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ExplorePage, seedBanking } from './support/exploring'
import { exportWith } from './support/exporting'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { addAnnotator } from './support/seeds/seed'
import { newAnnotator, signIn } from './support/session'

describe('the progress of the team of a classic dataset', () => {
  journey(
    'grows under the eyes of the lead while two people validate records',
    async ({ page, context, browser, product }) => {
      const world = await seedBanking(product, 'classic-team', 8)
      await signIn(context, product)
      await page.goto('/datasets')
      await page.getByRole('link', { name: 'Progress of classic-team: team 0% complete' }).click()
      await page.getByText('No answers yet').waitFor()
      await page.getByText('live', { exact: true }).waitFor()

      const moments: Date[] = []
      for (const [at, name] of ['ana', 'ben'].entries()) {
        const theirs = await newAnnotator(browser, product, name)
        const view = new ExplorePage(await theirs.newPage(), world)
        await view.open()
        // Behind the records that are validated already.
        await view.cards.nth(at).focus()
        await view.page.keyboard.press('Enter')
        await eventually(() => world.count('Validated')).toBe(at + 1)
        // The page updates by itself, through live updates.
        await page.getByRole('row', { name: new RegExp(name) }).waitFor()
        await theirs.close()
        // The field of the export has whole seconds.
        moments.push(new Date(Math.ceil(Date.now() / 1000) * 1000))
        await eventually(() => Date.now() > Number(moments.at(-1))).toBe(true)
      }
      const done = page.getByRole('region', { name: 'Records that are done' })
      await done.getByText('2 of 8').waitFor()
      await done.getByText('0 discarded, 6 left').waitFor()
      await page.getByRole('region', { name: 'What became of the predictions' }).getByText('8 predicted').waitFor()
      await page.getByRole('region', { name: 'Labels validated' }).waitFor()
      await expectAccessible(page)
      await page.getByText('This week', { exact: true }).click()
      await done.getByText('Validated this week').waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download', { predicate: (one) => one.suggestedFilename().includes('People') }),
        page.getByRole('button', { name: 'Export all tables' }).click(),
      ])
      expect(await download.failure()).toBeNull()
      await done.getByRole('radio', { name: 'Table' }).check({ force: true })
      await done.getByRole('table').waitFor()
      await expectAccessible(page)
      await look(page, 'classic-team-progress')
      await page.goto(`${world.path}/settings`)
      await page.getByRole('link', { name: 'Team progress' }).click()
      await done.getByText('2 of 8').waitFor()

      // Of the moment between the two validations.
      const { bytes } = await exportWith(page, 'classic-team', [], { moment: moments[0] ?? new Date() })
      const lines = bytes.toString().trim().split('\n')
      const statuses = lines.map((line): string => JSON.parse(line).status)
      expect([statuses.length, statuses.filter((status) => status === 'Validated').length]).toEqual([8, 1])
    },
  )

  journey('is not for annotators, by screen or route', async ({ page, context, product, complaints }) => {
    complaints.expect(/status of 403/)
    const world = await seedBanking(product, 'classic-not-theirs', 2)
    await signIn(context, product, await addAnnotator(product, 'cat'))
    await page.goto(`${world.path}/progress`)
    await page.waitForURL(/classic-not-theirs$/)
    const path = `/api/datasets/${world.name}/team-progress?workspace=default`
    expect((await context.request.get(`${product.url}${path}`)).status()).toBe(403)
  })
})
