import { describe, expect } from 'vitest'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey, untilQuiet } from './support/journey'
import type { Product } from './support/product'
import type { ClassicWorld } from './support/seeds/classic-world'
import { seedSolutions } from './support/seeds/seed-solutions'
import { seedTokens } from './support/seeds/seed-tokens'
import { openSignedIn, signIn } from './support/session'
import { EXPECTED_COMPLAINTS, holdNext, kept, TROUBLES, type Trouble } from './support/troubles'

const LABELS = ['lost', 'stolen', 'arrival']
const BULK = /(Text|Token)Classification:bulk/

describe.for(Object.entries<Trouble>(TROUBLES))('%s', ([name, trouble]) => {
  journey('while labels are on their way: they arrive once [T8]', async ({ page, context, product, complaints }) => {
    complaints.expect(...EXPECTED_COMPLAINTS)
    const world = await makeWorld(product, name, 'sent')
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await untilQuiet(page)
    const held = await holdNext(page, BULK)
    await view.cards.first().focus()
    await page.keyboard.press('2')
    const route = await held()
    await trouble.strike({ page, context, product })
    await (name === 'the session ends' ? route.continue() : route.abort()).catch(() => undefined)
    const back = new ExplorePage(await trouble.recover({ page, context, product }), world)
    await back.untilSaved()
    await view.untilStored(0, { status: 'Validated' })
    await expectOnly(world, 0, ['stolen'])
  })

  journey(
    'when the server has the labels and cannot say so: they are there once [T8]',
    async ({ page, context, product, complaints }) => {
      complaints.expect(...EXPECTED_COMPLAINTS)
      const world = await makeWorld(product, name, 'stored')
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await untilQuiet(page)
      const held = await holdNext(page, BULK)
      await view.cards.first().focus()
      await page.keyboard.press('2')
      const route = await held()
      await route.fetch()
      await view.untilStored(0, { status: 'Validated' })
      const before = await changedAt(product, world)
      await trouble.strike({ page, context, product })
      await route.abort().catch(() => undefined)
      const back = new ExplorePage(await trouble.recover({ page, context, product }), world)
      await back.untilSaved()
      await expectOnly(world, 0, ['stolen'])
      expect(await changedAt(product, world)).toEqual(before)
      // The screen shows what is stored, and the card reports no problem.
      await eventually(() => back.card(0).getAttribute('data-status')).toBe('Validated')
      expect(await back.card(0).getAttribute('data-problem')).toBe(null)
    },
  )

  journey(
    'while labels are chosen that are not validated yet: they are still chosen',
    async ({ page, context, product, complaints }) => {
      complaints.expect(...EXPECTED_COMPLAINTS)
      const world = await makeWorld(product, name, 'chosen', true)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.cards.first().focus()
      await page.keyboard.press('1')
      await page.keyboard.press('3')
      await eventually(() => kept(page, 'edits')).toHaveLength(1)
      await untilQuiet(page)
      await trouble.strike({ page, context, product })
      // The end of the session is detected by the next request.
      if (name === 'the session ends') await view.on(1, 'Discard').click()
      const back = new ExplorePage(await trouble.recover({ page, context, product }), world)
      await back.card(0).waitFor()
      await eventually(() => back.card(0).getAttribute('data-status')).toBe('Edited')
      await back.on(0, 'Validate').click()
      await back.untilStored(0, { status: 'Validated' })
      await back.untilSaved()
      const { annotation } = await world.record(0)
      expect(annotation?.labels.map((label) => label.class)).toEqual(['lost', 'arrival'])
    },
  )

  journey('while entities are on their way: they arrive once', async ({ page, context, product, complaints }) => {
    complaints.expect(...EXPECTED_COMPLAINTS)
    const world = await seedTokens(product, nameOf('entities', name))
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await untilQuiet(page)
    const [id = ''] = await view.ids()
    const held = await holdNext(page, BULK)
    await view.on(id, 'Validate').click()
    const route = await held()
    await trouble.strike({ page, context, product })
    await (name === 'the session ends' ? route.continue() : route.abort()).catch(() => undefined)
    const back = new ExplorePage(await trouble.recover({ page, context, product }), world)
    await back.untilSaved()
    await back.untilStored(id, { status: 'Validated' })
    expect(await world.annotated(id)).toBeDefined()
    expect(await world.count('Validated')).toBe(1)
  })

  journey('while a text is written: it is still there', async ({ page, context, product, complaints }) => {
    complaints.expect(...EXPECTED_COMPLAINTS)
    const { stored, path } = await seedSolutions(product, nameOf('written', name), 3)
    await signIn(context, product)
    await page.goto(path)
    const editor = page.locator('article[data-record="0"]').getByRole('textbox', { name: 'Your text' })
    await editor.fill('Twelve, written by hand')
    await eventually(() => kept(page, 'edits')).toHaveLength(1)
    await untilQuiet(page)
    await trouble.strike({ page, context, product })
    // The end of the session is detected by the next request.
    const other = page.locator('article[data-record="1"]')
    if (name === 'the session ends') await other.getByRole('button', { name: 'Discard', exact: true }).click()
    const back = await trouble.recover({ page, context, product })
    const card = back.locator('article[data-record="0"]')
    await eventually(() => card.getByRole('textbox', { name: 'Your text' }).inputValue()).toBe(
      'Twelve, written by hand',
    )
    await card.getByRole('button', { name: 'Validate', exact: true }).click()
    await eventually(() => stored(0)).toMatchObject({
      status: 'Validated',
      annotation: { sentences: [{ text: 'Twelve, written by hand' }] },
    })
  })
})

journey(
  'the workspace is renamed while labels are chosen: they are saved, also after a reload',
  async ({ page, product }) => {
    const { owner } = product
    const headers = { 'x-argilla-workspace': 'bank' }
    const params = Object({ name: 'moved' })
    const { id } = await owner('POST /api/v1/workspaces', { body: { name: 'bank' } })
    await owner('POST /api/datasets', {
      headers,
      body: { name: 'moved', workspace: 'bank', task: 'TextClassification' },
    })
    const label_schema = { labels: LABELS }
    await owner('PATCH /api/datasets/{name}/TextClassification/settings', { params, headers, body: { label_schema } })
    const records = ['A', 'B'].map((text, at) => ({ id: at, inputs: { text }, multi_label: true }))
    await owner('POST /api/datasets/{name}/TextClassification:bulk', { params, headers, body: Object({ records }) })
    const record = async (key: string | number) =>
      owner('GET /api/datasets/{name}/records/{id}', { params: { name: 'moved', id: String(key) }, headers })
    const world = { path: '/datasets/bank/moved', labels: LABELS, record }
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.on(0, 'lost').click()
    await view.on(1, 'arrival').click()
    await owner('PATCH /api/v1/workspaces/{workspace_id}', { params: { workspace_id: id }, body: { name: 'money' } })
    await view.on(0, 'Validate').click()
    await eventually(() => record('0')).toMatchObject({
      status: 'Validated',
      annotation: { labels: [{ class: 'lost' }] },
    })
    await page.reload()
    await page.getByRole('link', { name: 'money', exact: true }).waitFor()
    await view.on(1, 'Validate').click()
    await eventually(() => record('1')).toMatchObject({
      status: 'Validated',
      annotation: { labels: [{ class: 'arrival' }] },
    })
  },
)

function nameOf(what: string, trouble: string): string {
  return `${what} ${trouble}`.replaceAll(' ', '-')
}

function makeWorld(product: Product, trouble: string, what: string, isMulti = false): Promise<ClassicWorld> {
  return seedBanking(product, nameOf(what, trouble), 12, { labels: LABELS, isBare: true, isMulti })
}

async function expectOnly(world: ClassicWorld, id: number, labels: readonly string[]): Promise<void> {
  const { annotation } = await world.record(id)
  expect(annotation?.labels.map((label) => label.class)).toEqual(labels)
  expect(await world.count('Validated')).toBe(1)
}

/** The `last_updated` of each record. */
async function changedAt({ owner }: Product, { name }: ClassicWorld): Promise<unknown[]> {
  const { records } = await owner('POST /api/datasets/{name}/TextClassification:search', {
    params: Object({ name }),
    headers: { 'x-argilla-workspace': 'default' },
    body: Object({ sort: [{ id: 'id', order: 'asc' }] }),
  })
  return records.map(({ last_updated }) => last_updated)
}
