import type { BrowserContext } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView, type SavedAnswer, savedAnswers, untilSaved } from './support/annotating'
import { FindingView } from './support/finding'
import { eventually, journey, newContext, untilQuiet } from './support/journey'
import type { Product } from './support/product'
import { type Seeded, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { EXPECTED_COMPLAINTS, holdNext, kept, type Scene, TROUBLES, type Trouble } from './support/troubles'
import { everyKindPlan, withoutSuggestions } from './support/worlds'

describe.for(Object.entries<Trouble>(TROUBLES))('%s', ([name, trouble]) => {
  journey(
    'while an answer is being chosen: it is still chosen afterwards, and can be submitted',
    async ({ page, context, product, complaints }) => {
      complaints.expect(...EXPECTED_COMPLAINTS)
      const { dataset, view, id } = await openRecord({ page, context, product }, name)
      await choose(view)
      await page.getByText('Kept on this device, not submitted').waitFor()
      await eventually(() => kept(page, 'edits')).toMatchObject([{ answers: CHOSEN.values }])
      // A user who notices nothing continues: the end of the session is detected by the next request, so wait for
      // requests that are still running.
      await untilQuiet(page)
      await trouble.strike({ page, context, product })
      if (name === 'the session ends') await page.keyboard.press('Enter')
      const back = new AnnotationView(await trouble.recover({ page, context, product }), dataset)
      if (name === 'the session ends') await back.untilMarked('All saved')
      else {
        await eventually(() => back.shownId()).toBe(id)
        await eventually(() => back.option('Kind', 'thanks').isChecked()).toBe(true)
        await eventually(() => back.option('Urgency', '4').isChecked()).toBe(true)
        await back.option('Urgency', '4').focus()
        await back.page.keyboard.press('Enter')
      }
      await untilSaved(product, dataset, id, [CHOSEN])
      await expectNothingElse(product, dataset, id)
    },
  )

  journey('while the answer is on its way: it arrives once', async ({ page, context, product, complaints }) => {
    complaints.expect(...EXPECTED_COMPLAINTS)
    const { dataset, view, id } = await openRecord({ page, context, product }, name)
    await choose(view)
    const held = await holdNext(page, ANSWERS)
    await page.keyboard.press('Enter')
    const route = await held()
    await trouble.strike({ page, context, product })
    // Release the request. It reaches a server at which the session has ended, or is aborted; the request of a killed
    // tab is already gone.
    await (name === 'the session ends' ? route.continue() : route.abort()).catch(() => undefined)
    const back = new AnnotationView(await trouble.recover({ page, context, product }), dataset)
    await back.untilMarked('All saved')
    await untilSaved(product, dataset, id, [CHOSEN])
    await expectNothingElse(product, dataset, id)
  })

  journey(
    'when the server has the answer and cannot say so: it is there once',
    async ({ page, context, product, complaints }) => {
      complaints.expect(...EXPECTED_COMPLAINTS)
      const { dataset, view, id } = await openRecord({ page, context, product }, name)
      await choose(view)
      const held = await holdNext(page, ANSWERS)
      await page.keyboard.press('Enter')
      const route = await held()
      await route.fetch()
      await untilSaved(product, dataset, id, [CHOSEN])
      const before = await updatedAt(product, dataset)
      await trouble.strike({ page, context, product })
      await route.abort().catch(() => undefined)
      const back = new AnnotationView(await trouble.recover({ page, context, product }), dataset)
      await back.untilMarked('All saved')
      await expectNothingElse(product, dataset, id)
      expect(await updatedAt(product, dataset)).toEqual(before)
    },
  )
})

journey(
  'when nothing is known of an answer for a minute: it is sent again, and is there once',
  async ({ page, context, product }) => {
    await page.addInitScript(shortenMinutes)
    const { dataset, view, id } = await openRecord({ page, context, product }, 'silence')
    await choose(view)
    const held = await holdNext(page, ANSWERS)
    await page.keyboard.press('Enter')
    await (await held()).fetch()
    await view.untilMarked('All saved')
    await untilSaved(product, dataset, id, [CHOSEN])
    await expectNothingElse(product, dataset, id)
  },
)

journey(
  'when nothing is known of the records for a minute: they are asked for again',
  async ({ page, context, product }) => {
    await page.addInitScript(shortenMinutes)
    const dataset = await makeDataset(product, context, 'silent-records')
    const view = new AnnotationView(page, dataset)
    const held = await holdNext(page, RECORDS)
    await view.open()
    await held()
    await choose(view)
  },
)

journey(
  'an answer given in another tab, to a record selected in bulk: it stays until it is overwritten on purpose',
  async ({ page, context, product }) => {
    const dataset = await makeDataset(product, context, 'bulk')
    const bulk = new FindingView(page)
    await bulk.open(`${dataset.path}?view=bulk`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const form = new AnnotationView(page, dataset)
    await choose(form)

    const other = new AnnotationView(await context.newPage(), dataset)
    await other.open()
    const id = await other.shownId()
    await answerElsewhere(other)
    await untilSaved(product, dataset, id, [ELSEWHERE])
    // While the other tab waits for the reply, both know its answer as unsent, and bulk leaves the record to it.
    await other.untilMarked('All saved')
    await form.untilMarked('All saved')

    await form.submit.click()
    const notice = page.getByRole('region', { name: 'Answered elsewhere' })
    await notice.getByText('1 record was answered elsewhere meanwhile and keeps that answer.').waitFor()
    await notice
      .getByRole('listitem')
      .filter({ hasText: `${id} Submitted` })
      .waitFor()
    const answersOf = async () => [...(await savedAnswers(product, dataset)).entries()].toSorted()
    const answered = (one: string, first: SavedAnswer) => [one, [one === id ? first : CHOSEN]]
    const ids = ['case-0', 'case-1', 'case-2']
    await eventually(answersOf).toEqual(ids.map((one) => answered(one, ELSEWHERE)))
    await expectAccessible(page, 'bulk, a record left alone')

    await notice.getByRole('button', { name: 'Overwrite it' }).click()
    await eventually(answersOf).toEqual(ids.map((one) => answered(one, CHOSEN)))
    await notice.waitFor({ state: 'detached' })
  },
)

journey(
  'an option that is renamed while it is chosen: the answer is saved with its new name',
  async ({ page, context, product }) => {
    const dataset = await seedDataset(product, withoutSuggestions(everyKindPlan('renamed-meanwhile', 2)))
    await signIn(context, product)
    const view = new AnnotationView(page, dataset)
    await view.open()
    const id = await view.shownId()
    await view.option('Kind', 'complaint').click()
    await view.option('Urgency', '4').click()
    await product.owner('POST /api/v1/questions/{question_id}/options:change', {
      params: { question_id: dataset.questionIds.get('kind') ?? '' },
      body: { kind: 'rename', value: 'complaint', to: 'grievance' },
    })
    await view.submit.click()
    await untilSaved(product, dataset, id, [{ status: 'submitted', values: { kind: 'grievance', urgency: 4 } }])
    await view.untilMarked('All saved')
  },
)

journey(
  'an answer that is saved while the queue is being loaded: its record is not asked about again',
  async ({ page, context, product, complaints }) => {
    complaints.expect(...EXPECTED_COMPLAINTS)
    const { dataset, view, id } = await openRecord({ page, context, product }, 'saved meanwhile')
    await page.route(ANSWERS, (route) => route.abort())
    await choose(view)
    await view.submit.click()
    await view.untilMarked('1 waiting to send')
    await page.close()

    const back = await context.newPage()
    const again = new AnnotationView(back, dataset)
    let noteListed = () => {}
    const listed = new Promise<void>((resolve) => {
      noteListed = resolve
    })
    // The server lists the records, then saves the answer, and only then the list arrives.
    await back.route(ANSWERS, async (route) => {
      await listed
      await route.continue()
    })
    await back.route('**/api/v1/me/datasets/*/records?*', async (route) => {
      const response = await route.fetch()
      noteListed()
      await untilSaved(product, dataset, id, [CHOSEN])
      await again.untilMarked('All saved')
      await route.fulfill({ response })
    })
    await again.open()
    expect(await again.shownId()).not.toBe(id)
  },
)

journey(
  'an answer given in another tab, to the record shown here: it is shown here as well',
  async ({ page, context, product }) => {
    const { dataset, view: here, id } = await openRecord({ page, context, product }, 'two tabs')
    const there = new AnnotationView(await context.newPage(), dataset)
    await there.open()
    expect(await there.shownId()).toBe(id)
    await answerElsewhere(there)
    await untilSaved(product, dataset, id, [ELSEWHERE])

    await eventually(() => here.option('Kind', 'praise').isChecked()).toBe(true)
    await eventually(() => here.option('Urgency', '1').isChecked()).toBe(true)
    expect(await here.shownId()).toBe(id)
    // It can be changed here without a conflict.
    await choose(here)
    await here.submit.click()
    await untilSaved(product, dataset, id, [CHOSEN])
    await here.untilMarked('All saved')
  },
)

journey(
  'one user in two browsers, at the same record: neither answer takes the place of the other unasked',
  async ({ browser, page, context, product, complaints }) => {
    complaints.expect(/status of 409/)
    const { dataset, view: here, id } = await openRecord({ page, context, product }, 'two browsers')
    const away = await newContext(browser, product)
    await signIn(away, product)
    const there = new AnnotationView(await away.newPage(), dataset)
    await there.open()
    expect(await there.shownId()).toBe(id)
    await answerElsewhere(there)
    await untilSaved(product, dataset, id, [ELSEWHERE])

    await choose(here)
    await here.submit.click()
    await here.untilMarked('1 answered elsewhere')
    await page.getByRole('button', { name: 'Show the record' }).click()
    const notice = page.getByRole('region', { name: 'Answered elsewhere' })
    await notice.getByText('Submitted').waitFor()
    await eventually(() => here.shownId()).toBe(id)
    await eventually(() => here.option('Kind', 'thanks').isChecked()).toBe(true)
    expect((await savedAnswers(product, dataset)).get(id)).toEqual([ELSEWHERE])
    await expectAccessible(page, 'a record answered elsewhere')
    await notice.getByRole('button', { name: 'Keep mine' }).click()
    await notice.waitFor({ state: 'detached' })
    await untilSaved(product, dataset, id, [CHOSEN])
    await here.untilMarked('All saved')

    await there.nextAfter(id)
    await there.page.keyboard.press('ArrowLeft')
    await eventually(() => there.shownId()).toBe(id)
    await there.option('Urgency', '2').check()
    await there.submit.click()
    await there.page.getByRole('button', { name: 'Show the record' }).click()
    await there.page.getByRole('button', { name: 'Take the other' }).click()
    await eventually(() => there.shownId()).toBe(id)
    await eventually(() => there.option('Kind', 'thanks').isChecked()).toBe(true)
    await there.untilMarked('All saved')
    await untilSaved(product, dataset, id, [CHOSEN])
    await away.close()
  },
)

const CHOSEN: SavedAnswer = { status: 'submitted', values: expect.objectContaining({ kind: 'thanks', urgency: 4 }) }
const ELSEWHERE: SavedAnswer = { status: 'submitted', values: expect.objectContaining({ kind: 'praise', urgency: 1 }) }
const ANSWERS = /\/api\/v1\/records\/[^/]+\/responses$/
const RECORDS = /\/api\/v1\/me\/datasets\/[^/]+\/records/

/** In the page: what waits for a minute waits for a second. */
function shortenMinutes(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (ms) => timeout(ms / 60)
}

async function makeDataset(product: Product, context: BrowserContext, trouble: string): Promise<Seeded> {
  await signIn(context, product)
  const name = `${trouble} ${Date.now()}`.toLowerCase().replaceAll(' ', '-')
  // Without suggestions: the first Enter would scroll to those out of view.
  return seedDataset(product, withoutSuggestions(everyKindPlan(name, 3)))
}

/** Open a dataset made for a test, at its first record. */
async function openRecord({ page, context, product }: Scene, name: string) {
  const dataset = await makeDataset(product, context, name)
  const view = new AnnotationView(page, dataset)
  await view.open()
  return { dataset, view, id: await view.shownId() }
}

/** Answer the two required questions, as fast as possible. */
async function choose(view: AnnotationView): Promise<void> {
  await view.option('Kind', 'thanks').check()
  await view.option('Urgency', '4').check()
}

/** Submit `ELSEWHERE`, from another tab or browser. */
async function answerElsewhere(view: AnnotationView): Promise<void> {
  await view.option('Kind', 'praise').check()
  await view.option('Urgency', '1').check()
  await view.submit.click()
}

async function expectNothingElse(product: Product, dataset: Seeded, id: string): Promise<void> {
  const saved = await savedAnswers(product, dataset)
  expect(saved.get(id)).toEqual([CHOSEN])
  expect([...saved].filter(([external, answers]) => external !== id && answers.length > 0)).toEqual([])
}

async function updatedAt({ owner }: Product, { id }: Seeded): Promise<string[]> {
  const { items } = await owner('GET /api/v1/datasets/{dataset_id}/records', {
    params: { dataset_id: id },
    query: { include: ['responses'] },
  })
  return items.flatMap(({ responses }) => (responses ?? []).map(({ updated_at }) => updated_at))
}
