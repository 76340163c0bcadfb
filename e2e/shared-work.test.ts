import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView, savedAnswers } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { FindingView } from './support/finding'
import { eventually, journey, newContext } from './support/journey'
import { expectFits } from './support/look'
import type { Product } from './support/product'
import { addPerson, type Seeded, seedDataset } from './support/seeds/seed'
import { newAnnotator, openSignedIn, signIn } from './support/session'
import { KIND } from './support/worlds'

const RECORDS = ['r1', 'r2', 'r3', 'r4']
/** One answer is enough for each record. */
const SHARED = { order: 'file', min_submitted: 1, hand_out: 'until_completed' } as const

describe('shared work', () => {
  journey(
    'two people who share a queue answer each record once, although both had been sent the same ones',
    async ({ page, browser, product, complaints }) => {
      const dataset = await seedMessages(product, 'shared', RECORDS)
      const params = { dataset_id: dataset.id }
      const settings = await openSignedIn(product, new SettingsView(page, dataset))
      await settings.form('Answers per record').getByText('Do not hand out completed records').click()
      await settings.update('Answers per record')

      const left = async () =>
        (await product.owner('GET /api/v1/me/datasets/{dataset_id}/metrics', { params })).responses.pending
      const open = async (name: string) => {
        const theirs = await newAnnotator(browser, product, name)
        const view = new AnnotationView(await theirs.newPage(), dataset)
        complaints.watch(view.page)
        await view.open()
        return view
      }
      // With a single question, pressing the key of an option submits the answer.
      const answer = (view: AnnotationView) => view.page.keyboard.press('1')
      // The lease of a record that the other user has open is refused.
      complaints.expect(/409/)

      const ana = await open('ana')
      expect(await ana.shownId()).toBe('r1')
      await eventually(left).toBe(3)
      const jonas = await open('jonas')
      expect(await jonas.shownId()).toBe('r2')
      await eventually(left).toBe(2)

      await answer(ana)
      await eventually(() => ana.shownId()).toBe('r3')
      await ana.page.getByText('Others have that record now: here is the next.').waitFor()
      await eventually(left).toBe(1)
      await answer(jonas)
      await eventually(() => jonas.shownId()).toBe('r4')
      await eventually(left).toBe(0)
      // For half a second after such a change, keys are ignored: they were meant for the record before (`KeepLease`).
      await ana.page.waitForTimeout(600)
      await answer(ana)
      const nothing =
        'Nothing is pending for you now: the other records are answered, assigned to others, or others have them open.'
      await ana.page.getByText(nothing).waitFor()
      await answer(jonas)
      await jonas.page.getByText(nothing).waitFor()

      const once = { status: 'submitted', values: { kind: 'Bill' } }
      await eventually(() => savedAnswers(product, dataset)).toEqual(new Map(RECORDS.map((id) => [id, [once]])))
      expect(await product.owner('GET /api/v1/datasets/{dataset_id}/progress', { params })).toMatchObject({
        completed: 4,
        pending: 0,
      })
    },
  )

  journey(
    'two people in the bulk view are shown different records, and answer each once',
    async ({ browser, product, complaints }) => {
      const ids = Array.from({ length: 24 }, (_, at) => `m${at + 1}`)
      const dataset = await seedMessages(product, 'shared lists', ids)
      const params = { dataset_id: dataset.id }
      await product.owner('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: SHARED })
      const open = async (name: string) => {
        const theirs = await newAnnotator(browser, product, name)
        const view = new FindingView(await theirs.newPage())
        complaints.watch(view.page)
        return view
      }
      const shown = (view: FindingView) => view.shownIds()
      const lea = await open('lea')
      const omar = await open('omar')
      const path = `${dataset.path}?view=bulk`
      await Promise.all([lea.open(path), omar.open(path)])
      const pages = async () => [await shown(lea), await shown(omar)]
      await eventually(async () => (await pages()).map(({ length }) => length)).toEqual([10, 10])
      const [ofLea = [], ofOmar = []] = await pages()
      expect([...ofLea, ...ofOmar].toSorted()).toEqual(ids.slice(0, 20).toSorted())

      const answerPage = async (view: FindingView, count: number) => {
        await view.page.keyboard.press('Control+a')
        await view.page.getByText(`For ${count} records`).waitFor()
        await view.page.keyboard.press('1')
        await view.button('Submit').click()
      }
      await answerPage(lea, 10)
      await eventually(() => shown(lea)).toEqual(ids.slice(20))
      expect(await shown(omar)).toEqual(ofOmar)
      // For him the last four are no more to be had.
      await answerPage(omar, 10)
      await omar.page.getByText('This queue is empty').waitFor()
      const pending = async () =>
        (await product.owner('GET /api/v1/me/datasets/{dataset_id}/metrics', { params })).responses.pending
      await eventually(pending).toBe(0)
      // She leaves without an answer, so they are his.
      await lea.page.getByRole('tab', { name: /Draft/ }).click()
      await lea.page.getByText('You have no drafts.').waitFor()
      await eventually(pending).toBe(4)
      await omar.open(path)
      await eventually(() => shown(omar)).toEqual(ids.slice(20))
      await answerPage(omar, 4)

      const once = { status: 'submitted', values: { kind: 'Bill' } }
      await eventually(() => savedAnswers(product, dataset)).toEqual(new Map(ids.map((id) => [id, [once]])))
    },
  )

  journey(
    'two people see in open pages what the other and the lead do, without a reload and without losing their place',
    async ({ browser, product, complaints }) => {
      const dataset = await seedMessages(product, 'followed', RECORDS)
      const params = { dataset_id: dataset.id }
      await product.owner('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: SHARED })
      const open = async (name: string) => {
        const theirs = await newContext(browser, product)
        const person = await addPerson(product, name, 'annotator')
        await signIn(theirs, product, person)
        const view = new AnnotationView(await theirs.newPage(), dataset)
        complaints.watch(view.page)
        const following = view.page.waitForRequest(/\/me\/activity$/)
        await view.open()
        await following
        return { view, person }
      }
      const { view: ana, person } = await open('ana-follows')
      await eventually(() => ana.shownId()).toBe('r1')
      await eventually(async () => (await ana.counts())[0]).toBe('4')
      const { view: jonas } = await open('jonas-follows')
      await eventually(() => jonas.shownId()).toBe('r2')
      const pending = async () => [(await ana.counts())[0], (await jonas.counts())[0]]
      // Each has one record open that the other cannot have.
      await eventually(pending).toEqual(['3', '3'])

      // Ana's answer completes r1, and she gets r3: both leave the queue of Jonas, who still reads r2.
      await ana.page.keyboard.press('1')
      await eventually(() => ana.shownId()).toBe('r3')
      await eventually(pending).toEqual(['2', '2'])
      expect(await jonas.shownId()).toBe('r2')

      // Jonas looks at his drafts, which gives r2 back. The lead imports a record.
      await jonas.queue('Draft').click()
      await jonas.page.getByText('You have no drafts.').waitFor()
      await eventually(pending).toEqual(['3', '2'])
      await product.owner('POST /api/v1/datasets/{dataset_id}/records/bulk', {
        params,
        body: { items: [{ external_id: 'r5', fields: { text: 'Message r5' } }] },
      })
      await eventually(pending).toEqual(['4', '3'])
      expect(await ana.shownId()).toBe('r3')

      // Assigned to Ana, r2 and r4 are no longer for Jonas.
      const [, second = '', , fourth = ''] = dataset.recordIds
      await product.owner('POST /api/v1/datasets/{dataset_id}/assignments', {
        params,
        body: { people: [{ user_id: person.id }], record_ids: [second, fourth] },
      })
      await eventually(pending).toEqual(['4', '1'])

      // The lead decides on what Ana answered, and closes her question about the record that she reads.
      const [first = '', , third = ''] = dataset.recordIds
      const ofThird = { record_id: third }
      await ana.page.request.put(`${product.url}/api/v1/records/${third}/doubt`, {
        headers: { origin: product.url },
        data: { note: 'A card or a bill?' },
      })
      await product.owner('PUT /api/v1/records/{record_id}/resolutions', {
        params: { record_id: first },
        body: { question_id: dataset.questionIds.get('kind') ?? '', value: 'Card' },
      })
      await ana.page.getByText('A lead decided on 1 record you answered.').waitFor()
      await expectAccessible(ana.page, 'the message about a decision')
      const [doubt] = (await product.owner('GET /api/v1/records/{record_id}/doubts', { params: ofThird })).items
      await product.owner('PUT /api/v1/records/{record_id}/doubts/{doubt_id}/reply', {
        params: { ...ofThird, doubt_id: doubt?.id ?? '' },
        body: { reply: 'A bill.' },
      })
      await ana.page.getByText('The lead has replied to a question of yours.').waitFor()
      expect(await ana.shownId()).toBe('r3')

      // What is told stays in the header, and covers nothing; it leads to the records.
      const bell = ana.page.getByRole('button', { name: /^News from leads/ })
      for (const width of [1024, 390, 1440]) {
        await ana.page.setViewportSize({ width, height: 900 })
        await bell.click()
        await ana.page.getByRole('list', { name: 'News from leads' }).waitFor()
        await expectAccessible(ana.page, `the news at ${width} px`)
        await expectFits(ana.page)
        await ana.page.keyboard.press('Escape')
      }
      await bell.click()
      const news = ana.page.getByRole('listitem').filter({ hasText: 'A lead decided on 1 record you answered.' })
      await news.getByRole('button', { name: 'Dismiss' }).click()
      // The reply counts as seen: it is shown with the record that she reads.
      await bell.waitFor({ state: 'detached' })
      expect(await ana.shownId()).toBe('r3')

      // An empty queue says when there is something in it again.
      await jonas.queue('Pending').click()
      await eventually(() => jonas.shownId()).toBe('r5')
      await jonas.page.keyboard.press('1')
      await jonas.page.getByText('Nothing is pending for you now').waitFor()
      await product.owner('POST /api/v1/datasets/{dataset_id}/records/bulk', {
        params,
        body: { items: [{ external_id: 'r6', fields: { text: 'Message r6' } }] },
      })
      await jonas.page.getByText('1 record is left in it.').waitFor()
      await expectAccessible(jonas.page, 'the end of a queue with a new record')
      await jonas.page.getByRole('button', { name: 'Look again' }).click()
      await eventually(() => jonas.shownId()).toBe('r6')
    },
  )
})

/** Seed records with one question. */
function seedMessages(product: Product, name: string, ids: readonly string[]): Promise<Seeded> {
  return seedDataset(product, {
    name,
    fields: { text: false },
    order: 'file',
    questions: [KIND],
    records: ids.map((id) => ({ external_id: id, fields: { text: `Message ${id}` } })),
  })
}
