import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { openSignedIn } from './support/session'

const refused = (status: number) => new RegExp(`status of ${status} `)
const one = (label: string, score = 1) => [{ class: label, score }]

describe('what a card of a classic dataset can do', () => {
  journey(
    'finds the 50 most similar records, without the one they are compared with [V17, K4, E16]',
    async ({ page, product }) => {
      const records = Array.from({ length: 70 }, (_, id) => ({
        id,
        inputs: { text: `message ${id}` },
        vectors: { mini: { value: [id, 1] } },
      }))
      const world = await seedBanking(product, 'similar', 1, { records })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.on(0, 'More about this record').click()
      await page.getByRole('menuitem', { name: 'Find similar' }).click()
      await eventually(() => view.address()).toEqual({ query: { similar: { id: '0', vector: 'mini' } } })
      await page.getByRole('region', { name: 'Similar to' }).getByText('message 0').waitFor()
      await eventually(() => view.cards.count()).toBe(50)
      const ids = await view.ids()
      expect(ids.slice(0, 3)).toEqual(['1', '2', '3'])
      expect(ids).not.toContain('0')
      expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
      await expectAccessible(page, 'classic dataset, similar records')
      await view.button('End the similarity search').click()
      await eventually(() => view.cards.count()).toBe(10)
    },
  )

  journey('shows what is known of a record, explains predictions, and finds by keywords', async ({ page, product }) => {
    const explanation = {
      text: [
        { token: 'lost', attributions: { lost: 0.9 } },
        { token: 'today', attributions: { lost: -0.2 } },
      ],
    }
    const prediction = { agent: 'model', labels: one('lost', 0.8) }
    const records = [
      { id: 'a', inputs: { text: 'lost today' }, prediction, explanation, metadata: { split: 'train' } },
      { id: 'b', inputs: { title: 'second', text: 'stolen tomorrow' }, metadata: { split: 'test' } },
    ]
    const world = await seedBanking(product, 'known', 1, { records, labels: ['lost', 'stolen'] })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    expect(await view.card('a').getByTitle('0.900').textContent()).toBe('lost ')
    expect(await view.card('a').getByTitle('-0.200').getAttribute('data-sign')).toBe('against')
    expect(await view.card('b').getByRole('heading').allTextContents()).toEqual(['text', 'title'])

    await view.on('a', 'More about this record').click()
    await page.getByRole('menuitem', { name: 'Record details' }).click()
    const details = page.getByRole('dialog')
    await details.getByRole('rowheader', { name: 'split' }).waitFor()
    await details.getByRole('button', { name: 'Filter by split' }).click()
    await eventually(() => view.address()).toEqual({ query: { metadata: { split: ['train'] } } })
    await eventually(() => view.ids()).toEqual(['a'])
    await view.button('Remove split = train').click()
    await view.button('Stats').click()
    await view.button('Search for stolen, 1 record').click()
    await eventually(() => view.ids()).toEqual(['b'])
    expect(await view.card('b').locator('mark').allTextContents()).toEqual(['stolen'])
  })

  journey(
    'annotates with labels that only the data names, when there are no settings [V13, V14, E14]',
    async ({ page, product, complaints }) => {
      const records = [
        { id: 'a', inputs: { text: 'x' }, prediction: { agent: 'm', labels: one('found') } },
        { id: 'b', inputs: { text: 'y' } },
      ]
      complaints.expect(refused(404))
      const world = await seedBanking(product, 'unsaved', 1, { records, hasNoSchema: true })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.on('b', /^found/).waitFor()
      await view.card('b').focus()
      await page.keyboard.press('1')
      await view.untilStored('b', { status: 'Validated' })
      expect((await world.record('b')).annotation?.labels).toEqual(one('found'))
    },
  )

  journey(
    'brings back what was chosen and not validated when the tab was closed',
    async ({ page, context, product }) => {
      const world = await seedBanking(product, 'closed', 20, { isMulti: true, labels: ['lost', 'stolen'] })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.on(0, /^stolen/).click()
      await view.card(0).getByText('Pending').waitFor()
      await page.close()
      const again = new ExplorePage(await context.newPage(), world)
      await again.open()
      await again.card(0).getByText('Pending').waitFor()
      await again.on(0, 'Validate').click()
      await again.untilStored(0, { status: 'Validated' })
      expect((await world.record(0)).annotation?.labels.map((label) => label.class)).toEqual(['stolen'])
    },
  )

  journey.for([
    ['Validated', 'Undo validation', '1 record could not be unvalidated'],
    ['Discarded', 'Undo discard', '1 record could not be undiscarded'],
  ] as const)(
    'says that an undo was not saved either, when somebody else was faster: %s [X8]',
    async ([status, undo, message], { page, product, complaints }) => {
      const annotation = { agent: 'eva', labels: one('lost') }
      const records = [{ id: 'a', inputs: { text: 'x' }, status, annotation }]
      const name = `undo-late-${status.toLowerCase()}`
      const world = await seedBanking(product, name, 1, { records, labels: ['lost', 'stolen'] })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      complaints.expect(refused(409))
      await world.log([{ ...records[0], annotation: { agent: 'eva', labels: one('stolen') } }])
      await view.on('a', undo).click()
      await view.told(message)
      await view
        .card('a')
        .getByText(/^Somebody changed this record/)
        .waitFor()
      await view.on('a', 'Keep theirs').click()
      await view.untilSaved()
      await view.untilStored('a', { status })
    },
  )
})
