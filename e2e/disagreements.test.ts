import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey, type newContext } from './support/journey'
import { look } from './support/look'
import { dragIn } from './support/marking'
import { seedDataset } from './support/seeds/seed'
import { newAnnotator, signIn } from './support/session'
import { KIND, KINDS } from './support/worlds'

const TEXT = 'Ann 😀 went to Rome'
const span = (label: string, start: number, end: number) => ({ label, start, end })

describe('disagreements', () => {
  journey(
    'are decided by a lead, key by key, taken back, and told to those who answered',
    async ({ page, context, browser, product }) => {
      const dataset = await seedDataset(product, {
        name: 'disagreements',
        fields: { text: false },
        questions: [KIND, { name: 'names', title: 'Names', settings: { type: 'span', field: 'text', options: KINDS } }],
        records: ['r1', 'r2', 'r3', 'r4'].map((id) => ({ external_id: id, fields: { text: `${TEXT} (${id})` } })),
      })
      const ids = new Map(['r1', 'r2', 'r3', 'r4'].map((id, at) => [id, dataset.recordIds[at] ?? '']))
      const answers = {
        ana: {
          r1: ['Bill', [span('Card', 0, 3)]],
          r2: ['Bill', []],
          r3: ['Card', []],
          r4: ['Bill', [span('Card', 0, 3), span('Card', 14, 18)]],
        },
        jonas: {
          r1: ['Card', [span('Card', 0, 3), span('Bill', 14, 18)]],
          r2: ['Bill', []],
          r3: ['Other', []],
          r4: ['Bill', [span('Card', 0, 3), span('Bill', 14, 18)]],
        },
      }
      const contexts: Awaited<ReturnType<typeof newContext>>[] = []
      for (const [name, records] of Object.entries(answers)) {
        const theirs = await newAnnotator(browser, product, name)
        contexts.push(theirs)
        for (const [id, [kind, names]] of Object.entries(records)) {
          const reply = await theirs.request.post(`${product.url}/api/v1/records/${ids.get(id)}/responses`, {
            headers: { origin: product.url },
            data: { status: 'submitted', values: { kind: { value: kind }, names: { value: names } } },
          })
          expect(reply.status()).toBe(201)
        }
      }

      await signIn(context, product)
      await page.goto(`/dataset/${dataset.id}/settings?tab=agreement`)
      await page.getByRole('link', { name: 'Decide disagreements' }).click()
      const list = page.getByRole('list', { name: 'Records that people answered differently' })
      const record = page.getByRole('region', { name: 'Record', exact: true })
      await page.getByText('3 open').waitFor()
      expect(await list.getByRole('button').count()).toBe(3)
      await record.getByText('1 of 3').waitFor()
      await record
        .getByRole('region', { name: 'Kind' })
        .getByRole('button', { name: /^Take this answer.*jonas$/ })
        .waitFor()
      await expectAccessible(page)
      await look(page, 'disagreements-open')

      // r1 and r3 have the lowest agreement. r1 has two open questions, each decided by one key.
      await list.getByRole('button', { name: 'r1' }).click()
      const kind = record.getByRole('region', { name: 'Kind' })
      const names = record.getByRole('region', { name: 'Names' })
      await names.getByRole('list').getByText('Rome').first().waitFor()
      await page.keyboard.press('2')
      await kind.getByText('Resolved: Card').waitFor()
      await page.keyboard.press('1')
      // When all questions are decided, the next record is shown.
      await record.getByText('r3', { exact: false }).first().waitFor()
      await page.getByText('2 open').waitFor()
      await page.getByText('1 resolved').waitFor()
      await look(page, 'disagreements-resolved')

      await page.keyboard.press('Control+z')
      await page.getByText('3 open').waitFor()
      await list.getByRole('button', { name: 'r1' }).click()
      await names.getByRole('button', { name: /^Take this answer.*jonas$/ }).click()
      await names.getByText('Resolved: Ann (Card), Rome (Bill)').waitFor()
      const stored = async () =>
        (
          await product.owner('GET /api/v1/records/{record_id}/resolutions', {
            params: { record_id: ids.get('r1') ?? '' },
          })
        ).items.map(({ value }) => value)
      await eventually(stored).toEqual(['Card', [span('Card', 0, 3), span('Bill', 14, 18)]])
      await kind.getByRole('button', { name: 'Undo' }).click()
      await eventually(async () => (await stored()).length).toBe(1)
      await page.reload()
      await names.getByText('Resolved: Ann (Card), Rome (Bill)').waitFor()
      expect(await kind.getByText('Resolved').count()).toBe(0)
      await expectAccessible(page)

      // A lead corrects the decision in the text itself, by mouse and by keyboard, and takes that back.
      await names.getByRole('button', { name: 'Change the decision' }).click()
      const own = names.getByRole('region', { name: 'Your answer' })
      const text = own.getByRole('group', { name: /^Text to mark/ })
      await own.getByRole('button', { name: 'Remove Bill: Rome' }).waitFor()
      await dragIn(page, text, 'went')
      await page
        .getByRole('dialog', { name: 'Label for “went”' })
        .getByRole('option', { name: /^Other/ })
        .click()
      await own.getByRole('button', { name: 'Remove Other: went' }).waitFor()
      await expectAccessible(page)
      await look(page, 'disagreements-own')
      await own.getByRole('button', { name: 'Remove Card: Ann' }).click()
      await text.focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Label for “r1”' }).waitFor()
      await page.keyboard.press('1')
      await own.getByRole('button', { name: 'Remove Bill: r1' }).waitFor()
      await page.keyboard.press('Control+z')
      await own.getByRole('button', { name: 'Remove Bill: r1' }).waitFor({ state: 'detached' })
      await page.keyboard.press('Enter')
      await names.getByText('Resolved: went (Other), Rome (Bill)').waitFor()
      await eventually(stored).toEqual([[span('Other', 6, 10), span('Bill', 14, 18)]])
      await page.keyboard.press('Control+z')
      await names.getByText('Resolved: Ann (Card), Rome (Bill)').waitFor()

      // Spans that two or more users share can be taken even if they are nobody's whole answer.
      await list.getByRole('button', { name: 'r4' }).click()
      await names.getByRole('button', { name: /^Take this answer.*What two or more share$/ }).waitFor()
      await names.getByText(/no label in common: “Rome”\.$/).waitFor()
      await names.getByText('label?', { exact: true }).waitFor()
      await look(page, 'disagreements-lanes')
      // The lead decides without seeing who answered what.
      await record.getByText('Hide names', { exact: true }).click()
      await names.getByRole('button', { name: /^Take this answer.*: B$/ }).waitFor()
      expect(await record.getByText(/^(ana|jonas)$/).count()).toBe(0)
      await expectAccessible(page)
      await look(page, 'disagreements-hidden-names')
      await page.keyboard.press('3')
      await page.getByText('1 resolved').waitFor()
      await list.getByRole('button', { name: 'r4' }).click()
      await names.getByText('Resolved: Ann (Card)').waitFor()
      await look(page, 'disagreements-lanes-resolved')

      // The filters narrow the list, and are part of the address.
      await page.getByRole('button', { name: 'Any status Status' }).click()
      await page.getByRole('option', { name: 'Resolved', exact: true }).click()
      await eventually(() => list.getByRole('button').allTextContents()).toEqual([expect.stringContaining('(r4)')])
      await page.getByRole('button', { name: 'All questions Question' }).click()
      await page.getByRole('option', { name: 'Kind' }).click()
      await page.getByText('No record matches').waitFor()
      await look(page, 'disagreements-no-match')
      expect(new URL(page.url()).search).toContain('status=resolved')
      await page.goto(`/dataset/${dataset.id}/disagreements?question=kind&status=open`)
      await eventually(() => list.getByRole('button').count()).toBe(2)
      expect(await record.getByRole('region', { name: 'Names' }).count()).toBe(0)
      await expectAccessible(page)
      await look(page, 'disagreements-filtered')

      // Annotators cannot open the page, and see the decisions about records that they answered.
      const said: string[] = []
      for (const theirs of contexts) {
        const theirPage = await theirs.newPage()
        await theirPage.goto(`/dataset/${dataset.id}/disagreements`)
        await theirPage.waitForURL(/annotation-mode/)
        const told = await theirs.request.get(`${product.url}/api/v1/records/${ids.get('r1')}/resolutions`)
        expect((await told.json()).items).toHaveLength(1)
        // They are told of the two decided records, and led to just these, once.
        const news = theirPage.getByRole('region', { name: 'New decisions' })
        await news.getByText('Leads decided on 2 records you answered.').waitFor()
        if (said.length === 0) {
          await expectAccessible(theirPage)
          await look(theirPage, 'disagreements-news')
        }
        await news.getByRole('button', { name: 'Show' }).click()
        await theirPage.getByRole('button', { name: /^Filters/ }).click()
        await theirPage.getByRole('button', { name: /^Edit the filter Decided by a lead/ }).waitFor()
        await theirPage.getByRole('navigation', { name: 'Pages' }).getByText('of 2').last().waitFor()
        await theirPage.getByRole('region', { name: 'A lead has decided about this record:' }).waitFor()
        expect(await news.count()).toBe(0)
        if (said.length === 0) await look(theirPage, 'disagreements-news-shown')
        await theirPage.goto(`/dataset/${dataset.id}/annotation-mode`)
        await theirPage.getByText('This queue is empty').waitFor()
        expect(await news.count()).toBe(0)
        await theirPage.goto(`/dataset/${dataset.id}/annotation-mode?record=${ids.get('r1')}`)
        const notice = theirPage.getByRole('region', { name: 'A lead has decided about this record:' })
        await notice.getByText('Ann (Card), Rome (Bill)').waitFor()
        said.push((await notice.getByRole('definition').textContent()) ?? '')
        if (said.length === 1) {
          await expectAccessible(theirPage)
          await look(theirPage, 'disagreements-told')
        }
        await theirPage.goto(`/dataset/${dataset.id}/annotation-mode?record=${ids.get('r2')}`)
        await theirPage.getByText(`${TEXT} (r2)`).waitFor()
        expect(await notice.count()).toBe(0)
        await theirs.close()
      }
      expect(said).toEqual([
        'Ann (Card), Rome (Bill) (you answered differently)',
        'Ann (Card), Rome (Bill) (as you answered)',
      ])
    },
  )
})
