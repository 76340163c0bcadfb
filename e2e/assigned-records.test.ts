import type { BrowserContext } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView, savedAnswers } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { exportWith } from './support/exporting'
import { FindingView } from './support/finding'
import { eventually, journey, newContext } from './support/journey'
import { look } from './support/look'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { joinByInvitation, newAnnotator, openSignedIn, signIn } from './support/session'
import { KIND } from './support/worlds'

const TEXTS = {
  r1: 'The invoice for October charges me twice.',
  r2: 'I never received the invoice that you announced.',
  r3: 'My card was swallowed by a machine at the station.',
  r4: 'Where is the new card you promised me?',
  r5: 'I want to close my account.',
  r6: 'How do I change my PIN while I am abroad?',
}
const PEOPLE = ['amira', 'jonas', 'marie-louise-vandenberghe'] as const
type Name = (typeof PEOPLE)[number]

describe('assigned records', () => {
  journey(
    'are in the queues of their people only, until they are answered, decided and exported, or taken back',
    async ({ page, browser, product, complaints }) => {
      const dataset = await seedDataset(product, {
        name: 'assigned',
        fields: { text: false },
        order: 'file',
        questions: [KIND],
        records: Object.entries(TEXTS).map(([external_id, text]) => ({ external_id, fields: { text } })),
      })
      // The lead wants at least two answers for each record, and invites three people, who join by their links.
      const settings = await openSignedIn(product, new SettingsView(page, dataset))
      await settings.form('Answers per record').getByRole('textbox').fill('2')
      await settings.form('Answers per record').getByText('Do not hand out completed records').click()
      await settings
        .form('Answers per record')
        .getByText(/^Without this, everybody still gets every record/)
        .waitFor()
      await settings.update('Answers per record')
      const contexts = new Map<Name, BrowserContext>()
      for (const name of PEOPLE) {
        const theirs = await newContext(browser, product)
        await joinByInvitation(page, theirs, name)
        contexts.set(name, theirs)
      }
      const [amira, jonas, marie] = PEOPLE
      const contextOf = (name: Name) => {
        const theirs = contexts.get(name)
        if (!theirs) throw new Error(`${name} is not signed in.`)
        return theirs
      }
      const headers = { origin: product.url }
      const api = `${product.url}/api/v1`
      /** External ids of the records that are pending for somebody, in file order. */
      const pending = async (name: Name): Promise<string[]> => {
        const path = `${api}/me/datasets/${dataset.id}/records/search?response_status=pending`
        const reply = await contextOf(name).request.post(path, { headers, data: {} })
        const { items }: { items: { record: { external_id: string } }[] } = await reply.json()
        return items.map(({ record }) => record.external_id)
      }
      const open = async (name: Name) => {
        const view = new AnnotationView(await contextOf(name).newPage(), dataset)
        complaints.watch(view.page)
        await view.open()
        return view
      }
      expect(await pending(marie)).toEqual(Object.keys(TEXTS))

      // The lead assigns the two records with a certain word to two of the three, after a preview.
      await page.goto(`/dataset/${dataset.id}/progress`)
      const card = page.getByRole('region', { name: 'Assigned records' })
      await card.getByText('No record is assigned').waitFor()
      await lookAtCard('nothing')
      await card.getByRole('button', { name: 'Assign records' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign records' })
      await dialog.getByText(marie, { exact: true }).waitFor()
      await dialog.getByLabel('Only records with these words').fill('invoice')
      expect(await dialog.getByLabel('People for each record').inputValue()).toBe('2')
      await dialog.getByText(amira, { exact: true }).click()
      await dialog.getByText(jonas, { exact: true }).click()
      await dialog.getByLabel('Most records for jonas').fill('50')
      await lookAtCard('dialog')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByText('2 records are selected:').waitFor()
      expect(await dialog.getByRole('status').getByRole('listitem').allTextContents()).toEqual([
        'amira gets 2 records',
        'jonas gets 2 records',
      ])
      expect(await pending(marie)).toEqual(Object.keys(TEXTS))
      await expectAccessible(page)
      await lookAtCard('preview')
      await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      /** Assigned, done and left, as shown. */
      const figures = (name: Name) =>
        card.getByRole('row').filter({ hasText: name }).locator('td[data-label]').allTextContents()
      await eventually(() => figures(amira)).toEqual(['2', '0', '2'])
      await eventually(() => figures(jonas)).toEqual(['2', '0', '2'])
      // Announcements to screen readers name buttons of the closed dialog, until they are removed or the page is loaded again.
      await page.reload()
      await eventually(() => figures(jonas)).toEqual(['2', '0', '2'])
      await expectAccessible(page)

      // Nobody else gets them, and annotators cannot read or change what is assigned.
      const others = ['r3', 'r4', 'r5', 'r6']
      expect(await pending(amira)).toEqual(Object.keys(TEXTS))
      expect(await pending(marie)).toEqual(others)
      const outsider = await open(marie)
      expect(await outsider.shownId()).toBe('r3')
      await eventually(async () => (await outsider.counts())[0]).toBe('4')
      const path = `${api}/datasets/${dataset.id}/assignments`
      const { request } = contextOf(marie)
      const data = { people: [{ user_id: (await (await request.get(`${api}/me`)).json()).id }] }
      const refused = [
        await request.get(path),
        await request.post(`${path}:preview`, { headers, data }),
        await request.post(path, { headers, data }),
        await request.delete(path, { headers, data: {} }),
      ]
      expect(refused.map((reply) => reply.status())).toEqual([403, 403, 403, 403])

      // Both have the same record open before either answers. The lead sees what is done without a reload.
      const views = [await open(amira), await open(jonas)] as const
      for (const view of views) {
        expect(await view.shownId()).toBe('r1')
        await eventually(async () => (await view.counts())[0]).toBe('6')
      }
      const answer = async (view: AnnotationView, name: Name, key: string) => {
        await view.page.keyboard.press(key)
        expect(await view.nextAfter('r1')).toBe('r2')
        await eventually(() => figures(name)).toEqual(['2', '1', '1'])
      }
      await answer(views[0], amira, '1')
      expect(await views[1].shownId()).toBe('r1')
      await answer(views[1], jonas, '2')
      const of = (kind: string) => ({ status: 'submitted', values: { kind } })
      expect((await savedAnswers(product, dataset)).get('r1')).toEqual([of('Bill'), of('Card')])
      await lookAtCard('summary')

      // They disagree: the lead decides, and the export has the decision beside both answers.
      await page.goto(`/dataset/${dataset.id}/disagreements`)
      await page.getByText('1 open').waitFor()
      await page
        .getByRole('region', { name: 'Kind' })
        .getByRole('button', { name: /^Take this answer.*jonas$/ })
        .click()
      await page.getByText('1 resolved').waitFor()
      // It is shown before it is stored.
      const params = { record_id: dataset.recordIds[0] ?? '' }
      const decisions = async () =>
        (await product.owner('GET /api/v1/records/{record_id}/resolutions', { params })).items.length
      await eventually(decisions).toBe(1)
      const { bytes, manifest } = await exportWith(page, 'assigned', [])
      expect(manifest.counts).toEqual({ records: 6, responses: 2, suggestions: 0, resolutions: 1, doubts: 0 })
      const [first] = bytes.toString().split('\n')
      expect(JSON.parse(first ?? '')).toMatchObject({ external_id: 'r1', resolutions: { kind: 'Card' } })

      // What is not answered is taken back, once that is confirmed: at first the record is jonas's alone, then everybody's.
      await page.goto(`/dataset/${dataset.id}/progress`)
      const takeBack = async (name: Name) => {
        await card.getByRole('button', { name: `Take back records from ${name}` }).click()
        const question = page.getByRole('alertdialog', { name: `Take back records from ${name}` })
        await question.getByText(/^1 record that is not answered yet is taken back/).waitFor()
        await lookAtCard(`take-back-${name}`)
        await question.getByRole('button', { name: 'Cancel' }).click()
        expect(await figures(name)).toEqual(['2', '1', '1'])
        await card.getByRole('button', { name: `Take back records from ${name}` }).click()
        await question.getByRole('button', { name: 'Take back' }).click()
        await eventually(() => figures(name)).toEqual(['1', '1', '0'])
      }
      await takeBack(amira)
      expect(await Promise.all(PEOPLE.map(pending))).toEqual([others, ['r2', ...others], others])
      await takeBack(jonas)
      expect(await Promise.all(PEOPLE.map(pending))).toEqual(PEOPLE.map(() => ['r2', ...others]))
      expect(await card.getByRole('button', { name: /^Take back records/ }).count()).toBe(0)
      for (const theirs of contexts.values()) await theirs.close()

      function lookAtCard(name: string) {
        // By tag: behind a dialog it has no role.
        const heading = page.locator('h2', { hasText: 'Assigned records' })
        return look(page, `assigned-${name}`, { part: page.locator('section').filter({ has: heading }) })
      }
    },
  )

  journey(
    'are chosen in the bulk view: those selected, or all that a search and filters find, and taken back in the same way',
    async ({ page, context, product, browser }) => {
      const dataset = await seedDataset(product, {
        name: 'assigned from a list',
        fields: { text: false },
        order: 'file',
        questions: [KIND],
        properties: { source: { type: 'terms', values: ['web', 'phone'] } },
        records: Object.entries(TEXTS).map(([external_id, text], at) => ({
          external_id,
          fields: { text },
          metadata: { source: at % 2 === 0 ? 'web' : 'phone' },
        })),
      })
      const params = { dataset_id: dataset.id }
      const theirs = await newAnnotator(browser, product, 'lena')
      await addAnnotator(product, 'tomas')
      const counts = async () => {
        const { people } = await product.owner('GET /api/v1/datasets/{dataset_id}/assignments', { params })
        return Object.fromEntries(people.map(({ username, assigned }) => [username, assigned]))
      }

      // The lead has tried out the questions on r5, so it is not in their own list.
      await product.owner('POST /api/v1/records/{record_id}/responses', {
        params: { record_id: dataset.recordIds[4] ?? '' },
        body: { status: 'submitted', values: { kind: { value: 'Other' } } },
      })
      await signIn(context, product)
      const view = new FindingView(page)
      await view.open(`${dataset.path}?view=bulk`)
      for (const place of [1, 2])
        await page.getByRole('checkbox', { name: `Select record ${place}`, exact: true }).click()
      await view.button('Assign…').click()
      const dialog = page.getByRole('dialog', { name: 'Assign records' })
      await dialog.getByText('2 selected records', { exact: true }).waitFor()
      const assignTo = async (name: string, found: string, gets: string) => {
        await dialog.getByText(name, { exact: true }).click()
        await dialog.getByRole('button', { name: 'Preview' }).click()
        await dialog.getByText(found).waitFor()
        await dialog.getByText(gets).waitFor()
        await expectAccessible(page)
        await look(page, `assigned-list-${name}`)
        await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await look(page, 'assigned-list-selected')
      await assignTo('lena', '2 records are selected:', 'lena gets 2 records')
      // They are for her now, so they leave the lead's own list.
      await eventually(() => view.shownIds()).toEqual(['r3', 'r4', 'r6'])
      expect(await counts()).toEqual({ lena: 2 })

      // By a filter: also what is assigned to somebody already, and what the lead has answered.
      const filters = [{ scope: 'metadata', name: 'source', terms: ['web'] }]
      const f = Buffer.from(JSON.stringify(filters)).toString('base64url')
      await view.open(`${dataset.path}?view=bulk&f=${f}`)
      expect(await view.shownIds()).toEqual(['r3'])
      await view.button('Assign…').click()
      await dialog.getByText('All records that match: Source: web', { exact: true }).waitFor()
      await dialog.getByLabel('People for each record').fill('2')
      await assignTo('tomas', '3 records are selected:', 'tomas gets 3 records')
      await eventually(counts).toEqual({ lena: 2, tomas: 3 })

      // What a search finds is taken back, from everybody since nobody is chosen. Of the two records the list has one.
      await view.open(`${dataset.path}?view=bulk&q=card`)
      expect(await view.shownIds()).toEqual(['r4'])
      await view.button('Assign…').click()
      await dialog.getByText('All records that match: text “card”', { exact: true }).waitFor()
      await dialog.getByText('Only those that are pending for me, as in the list').click()
      await dialog.getByText('1 pending record: text “card”', { exact: true }).waitFor()
      await dialog.getByText('Only those that are pending for me, as in the list').click()
      await dialog.getByText('Take back', { exact: true }).first().click()
      const taking = page.getByRole('dialog', { name: 'Take back records' })
      await taking.getByRole('button', { name: 'Preview' }).click()
      await taking.getByText('tomas loses 1 record').waitFor()
      await expectAccessible(page)
      await look(page, 'assigned-list-take-back')
      await taking.getByRole('button', { name: 'Take back' }).click()
      await page.getByText('The records are taken back.').waitFor()
      expect(await counts()).toEqual({ lena: 2, tomas: 2 })
      await eventually(async () => (await view.shownIds()).toSorted()).toEqual(['r3', 'r4'])

      // Annotators are not offered it.
      const annotator = new FindingView(await theirs.newPage())
      await annotator.open(`${dataset.path}?view=bulk`)
      expect(await annotator.button('Assign…').count()).toBe(0)
      await theirs.close()
    },
  )
})
