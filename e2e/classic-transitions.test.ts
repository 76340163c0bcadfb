import { describe, expect } from 'vitest'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { pointIn } from './support/marking'
import type { Product } from './support/product'
import { type ClassicWorld, seedWorld } from './support/seeds/classic-world'
import { readSolutions } from './support/seeds/real-data'
import { seedTokens } from './support/seeds/seed-tokens'
import { openSignedIn, signIn } from './support/session'
import { holdNext } from './support/troubles'

const COUNT = 12
const refused = (status: number) => new RegExp(`status of ${status} `)

interface StoredRecord {
  id: string | number
  status: string
  annotation?: { agent: string } | null
}

/** A dataset of one task, and what differs between the tasks. */
interface TaskCase {
  seed: (product: Product, name: string) => Promise<ClassicWorld<StoredRecord>>
  /** Change the annotation of a record on the screen without saving it. */
  edit: (view: ExplorePage<StoredRecord>, id: number) => Promise<void>
  /** A record as another user validates it. */
  theirs: (id: number) => object
}

const TASKS: Record<string, TaskCase> = {
  'text classification': {
    seed: (product, name) => seedBanking(product, name, COUNT, { isMulti: true, labels: ['lost', 'stolen'] }),
    edit: (view, id) => view.on(id, /^stolen/).click(),
    theirs: (id) => ({ id, inputs: { text: 'theirs' }, multi_label: true, ...byEva({ labels: one('class', 'lost') }) }),
  },
  'token classification': {
    seed: (product, name) =>
      seedTokens(product, name, {
        labels: ['person', 'location'],
        records: Array.from({ length: COUNT }, (_, id) => ({
          id,
          text: 'Ana left Calgary',
          tokens: ['Ana', 'left', 'Calgary'],
          prediction: { agent: 'tagger', entities: [{ start: 0, end: 3, label: 'person', score: 0.9 }] },
        })),
      }),
    edit: async (view, id) => {
      const text = view.card(id).getByRole('group', { name: /^Text to mark/ })
      await text.waitFor()
      const { x, y } = await pointIn(text, 'Calgary', 'first')
      await view.page.mouse.click(x, y)
      await view.page.getByRole('dialog', { name: 'Label for “Calgary”' }).waitFor()
      await view.page.keyboard.press('2')
    },
    theirs: (id) => ({ id, text: 'Ana left Calgary', tokens: ['Ana', 'left', 'Calgary'], ...byEva({ entities: [] }) }),
  },
  text2text: {
    seed: seedTexts,
    edit: async (view, id) => {
      const editor = view.card(id).getByRole('textbox', { name: 'Your text' })
      await editor.fill(`${await editor.inputValue()} indeed`)
    },
    theirs: (id) => ({ id, text: 'theirs', ...byEva({ sentences: one('text', 'twelve') }) }),
  },
}

describe.for(Object.entries(TASKS))('records of %s', ([name, { seed, edit, theirs }]) => {
  journey(
    'are validated, discarded, undone, edited, reset and cleared, as the API then says [T1, T2, T3, T4, T5]',
    async ({ page, product }) => {
      const world = await seed(product, `moves-${name.replace(' ', '-')}`)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      const isSelected = (id: number) => view.card(id).getByRole('checkbox').isChecked()
      const shown = (id: number) => eventually(() => view.card(id).getAttribute('data-status'))

      await view.card(0).getByRole('checkbox').check({ force: true })
      await view.on(0, 'Validate').click()
      await view.told('1 record is validated')
      await view.untilStored(0, { status: 'Validated', annotation: { agent: 'olga' } })
      expect(await isSelected(0)).toBe(false)
      await view.on(0, 'Undo validation').click()
      await view.told('1 record is unvalidated')
      await view.untilStored(0, { status: 'Default', annotation: { agent: 'olga' } })
      await view.on(0, 'Clear').click()
      await view.told('1 record is cleared')
      await eventually(async () => (await world.record(0)).annotation ?? null).toBe(null)
      expect((await world.record(0)).status).toBe('Default')

      await view.card(1).getByRole('checkbox').check({ force: true })
      await view.on(1, 'Discard').click()
      await view.told('1 record is discarded')
      await view.untilStored(1, { status: 'Discarded' })
      expect(await isSelected(1)).toBe(false)
      await view.on(1, 'Undo discard').click()
      await view.told('1 record is undiscarded')
      await view.untilStored(1, { status: 'Default' })

      // An edit is only on the screen; Reset restores the stored record.
      await edit(view, 2)
      await shown(2).toBe('Edited')
      await eventually(() => isSelected(2)).toBe(true)
      await view.on(2, 'Reset').click()
      await shown(2).toBe('Default')
      expect(await world.record(2)).toMatchObject({ status: 'Default' })
      expect((await world.record(2)).annotation ?? null).toBe(null)

      // Reset restores the state that is being saved, or was saved last.
      const held = await holdNext(page, /:bulk/)
      await view.on(2, 'Discard').click()
      const request = await held()
      await edit(view, 2)
      await shown(2).toBe('Edited')
      await view.on(2, 'Reset').click()
      await shown(2).toBe('Discarded')
      await request.continue()
      await view.untilStored(2, { status: 'Discarded' })
      await view.untilSaved()
      await edit(view, 2)
      await shown(2).toBe('Edited')
      await view.on(2, 'Reset').click()
      await shown(2).toBe('Discarded')
      await view.untilSaved()
      expect((await world.record(2)).status).toBe('Discarded')

      // An undo restores the state that is being saved, too.
      const heldValidation = await holdNext(page, /:bulk/)
      await edit(view, 3)
      await shown(3).toBe('Edited')
      await view.on(3, 'Validate').click()
      const validation = await heldValidation()
      await view.on(3, 'Discard').click()
      await shown(3).toBe('Discarded')
      await page.keyboard.press('Control+z')
      await shown(3).toBe('Validated')
      // Of changes that wait behind it, each is undone to the one before.
      await view.on(5, 'Validate').click()
      await shown(5).toBe('Validated')
      await view.on(5, 'Discard').click()
      await shown(5).toBe('Discarded')
      await page.keyboard.press('Control+z')
      await shown(5).toBe('Validated')
      await page.keyboard.press('Control+z')
      await shown(5).toBe('Default')
      await validation.continue()
      await view.untilSaved()
      await shown(3).toBe('Validated')
      expect(await world.record(3)).toMatchObject({ status: 'Validated', annotation: { agent: 'olga' } })

      // An edit is saved with the discard, as the user's. Undone, it is an unsaved edit again.
      await edit(view, 4)
      await shown(4).toBe('Edited')
      await view.on(4, 'Discard').click()
      await view.untilStored(4, { status: 'Discarded', annotation: { agent: 'olga' } })
      const toast = page.locator('[data-type=success]').filter({ hasText: '1 record is discarded' })
      await toast.getByRole('button', { name: 'Undo' }).click()
      await view.untilStored(4, { status: 'Default' })
      expect((await world.record(4)).annotation ?? null).toBe(null)
      await view.untilSaved()
      await shown(4).toBe('Edited')

      // An edit that was cleared comes back.
      await view.on(4, 'Clear').click()
      await shown(4).toBe('Default')
      await view.told('1 record is cleared')
      await page.keyboard.press('Control+z')
      await shown(4).toBe('Edited')
      await view.untilSaved()
      await shown(4).toBe('Edited')
    },
  )

  journey(
    'warn before an edit is left by paging, searching or refreshing, and only then [T6, T7]',
    async ({ page, context, product }) => {
      const world = await seed(product, `warn-${name.replace(' ', '-')}`)
      await signIn(context, product)
      const view = new ExplorePage(page, world)
      const warning = page.getByText('Pending actions will be lost when the page is refreshed')
      const leave: Record<string, () => Promise<void>> = {
        page: () => view.button('Next page').click(),
        search: () => view.search('e*'),
        refresh: () => view.button('Refresh').first().click(),
      }
      for (const [way, go] of Object.entries(leave)) {
        await view.open()
        const [first = ''] = await view.ids()
        await edit(view, Number(first))
        await eventually(() => view.card(first).getAttribute('data-status')).toBe('Edited')
        await go()
        await warning.waitFor()
        expect(view.address(), way).toEqual({})
        const search = page.waitForResponse(/:search/)
        await view.button('Ok, got it!').click()
        await search
        await warning.waitFor({ state: 'detached' })
        await eventually(() => view.statuses(), 30_000).not.toContain('Edited')
        // No unsaved edits remain: leaving again shows no warning.
        if (way === 'page') await view.button('Previous page').click()
        else await go()
        expect(await warning.count()).toBe(0)
      }
    },
  )

  journey(
    'that somebody else changed meanwhile are shown as theirs, and overwritten only when asked [T8, X8]',
    async ({ page, product, complaints }) => {
      const world = await seed(product, `theirs-${name.replace(' ', '-')}`)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      complaints.expect(refused(409))
      await view.on(2, 'Discard').click()
      await view.untilSaved()
      await world.log([theirs(0), theirs(1), theirs(2)])
      // An undo of what was saved before they changed it would overwrite theirs.
      await view.on(2, 'Undo discard').click()
      await eventually(() => view.card(2).getAttribute('data-status')).toBe('Validated')
      await page.keyboard.press('Control+z')
      for (const id of [0, 1]) {
        await view.on(id, 'Discard').click()
        await view.told('1 record(s) could not have been discarded')
        await view
          .card(id)
          .getByText(/^Somebody changed this record/)
          .waitFor()
        await eventually(() => view.card(id).getAttribute('data-status')).toBe('Validated')
        expect(await world.record(id)).toMatchObject({ status: 'Validated', annotation: { agent: 'eva' } })
      }
      for (const id of [0, 2]) await view.on(id, 'Keep theirs').click()
      await view.on(1, 'Save mine instead').click()
      await view.untilStored(1, { status: 'Discarded' })
      await view.untilSaved()
      for (const id of [0, 2])
        expect(await world.record(id)).toMatchObject({ status: 'Validated', annotation: { agent: 'eva' } })
    },
  )
})

/** Seed word problems with answers of a model. */
function seedTexts(product: Product, name: string): Promise<ClassicWorld<StoredRecord>> {
  const solved = readSolutions().slice(0, COUNT)
  const records = solved.map(({ question, ground_truth }, id) => ({
    id,
    text: question,
    prediction: { agent: 'solver', sentences: [{ text: ground_truth, score: 0.8 }] },
  }))
  return seedWorld(product, 'Text2Text', name, records)
}

function byEva(annotation: object): object {
  return { status: 'Validated', annotation: { agent: 'eva', ...annotation } }
}

function one(key: string, value: string): object[] {
  return [{ [key]: value, score: 1 }]
}
