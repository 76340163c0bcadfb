import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { newAnnotator, openSignedIn } from './support/session'

describe('the history of a classic record', () => {
  journey(
    'tells everybody who did what with it; people restore annotations of their own, and leads any, as a change that is undone',
    async ({ page, browser, product, complaints }) => {
      complaints.expect(/status of 409/)
      const records = [{ id: 'a', inputs: { text: 'I lost my card' }, metadata: { split: 'train' } }]
      const labels = ['lost', 'stolen', 'late']
      const world = await seedBanking(product, 'classic-history', 1, { records, labels })
      const theirs = await newAnnotator(browser, product, 'classic-anna')
      const annas = new ExplorePage(await theirs.newPage(), world)
      const annotate = '?viewMode=annotate'
      const untilLabelled = (label: string, by: string) =>
        eventually(() => world.record('a')).toMatchObject({
          status: 'Validated',
          annotation: { agent: by, labels: [{ class: label }] },
        })
      await annas.open(annotate)
      await annas.on('a', /^lost/).click()
      await untilLabelled('lost', 'classic-anna')

      const view = await openSignedIn(product, new ExplorePage(page, world), annotate)
      await view.on('a', /^stolen/).click()
      await untilLabelled('stolen', 'olga')

      const linesOf = ({ page: at }: ExplorePage) =>
        at.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')
      const openDetails = async (of: ExplorePage) => {
        await of.on('a', 'More about this record').click()
        await of.page.getByRole('menuitem', { name: 'Record details' }).click()
        await linesOf(of).first().waitFor()
      }
      await annas.open(annotate)
      await openDetails(annas)
      await eventually(() => linesOf(annas).count()).toBe(3)
      await linesOf(annas).first().getByText('olga validated the record').waitFor()
      await linesOf(annas).last().getByText('olga added the record').waitFor()
      const own = linesOf(annas).filter({ hasText: 'You validated the record' })
      const restoring = annas.page.getByRole('button', { name: 'Restore this annotation' })
      expect(await restoring.count()).toBe(1)
      await expectAccessible(annas.page, 'the history of a classic record')
      await own.getByRole('button', { name: 'Restore this annotation' }).click()
      await annas.told('The annotation is as it was then')
      await untilLabelled('lost', 'classic-anna')
      await eventually(() => linesOf(annas).count()).toBe(4)

      await view.open(annotate)
      await openDetails(view)
      await eventually(() => linesOf(view).count()).toBe(4)
      const latest = linesOf(view).first()
      await latest.getByText('classic-anna validated the record').waitFor()
      expect(await latest.locator('dd').innerText()).toMatch(/stolen\s+lost/)
      await expectAccessible(page, 'the history of a classic record, for a lead')
      const heading = page.getByRole('heading', { name: 'History', exact: true })
      const untilOnHeading = () =>
        eventually(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)
      const restore = (nth: number) =>
        linesOf(view).nth(nth).getByRole('button', { name: 'Restore this annotation' }).click()
      await restore(1)
      await untilLabelled('stolen', 'olga')
      await eventually(() => linesOf(view).count()).toBe(5)
      await restore(3)
      await untilLabelled('lost', 'classic-anna')
      await eventually(() => linesOf(view).count()).toBe(6)
      // The history is loaded once more before the focus moves: a change made meanwhile would be in it.
      await untilOnHeading()

      // A program changes the record while its history is open: nothing is restored before the lead has seen it.
      await product.owner('PATCH /api/datasets/{name}/records/{id}', {
        params: { name: world.name, id: 'a' },
        query: { workspace: 'default' },
        body: { status: 'Discarded', metadata: { split: 'test' } },
      })
      await restore(1)
      await view.told('Nothing was restored: it was changed meanwhile.')
      await linesOf(view).first().getByText('You discarded the record').waitFor()
      await eventually(() => world.record('a')).toMatchObject({ status: 'Discarded', metadata: { split: 'test' } })
      await page.getByRole('button', { name: 'Restore this metadata' }).press('Enter')
      await view.told('The metadata is as it was then')
      await eventually(() => world.record('a')).toMatchObject({ status: 'Discarded', metadata: { split: 'train' } })
      await untilOnHeading()
      await page.getByRole('button', { name: 'Clear the annotation again' }).last().press('Enter')
      await view.told('The annotation is as it was then')
      await eventually(() => world.record('a')).toMatchObject({ status: 'Default' })
      expect(await world.record('a')).not.toHaveProperty('annotation.agent')
      await theirs.close()
    },
  )
})
