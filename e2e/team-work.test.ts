import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView, savedAnswers } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { exportWith } from './support/exporting'
import { eventually, journey, newContext } from './support/journey'
import { look } from './support/look'
import { OWNER, type Product } from './support/product'
import { addAnnotator, type DatasetPlan, type Seeded, seedDataset } from './support/seeds/seed'
import { joinByInvitation, signIn } from './support/session'
import { KIND, KINDS } from './support/worlds'

const RECORDS = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6']

/** Six messages: the first two came by phone, the others over the web. */
function plan(name: string): DatasetPlan {
  return {
    name,
    fields: { text: false },
    order: 'file',
    questions: [KIND],
    properties: { source: { type: 'terms', values: ['phone', 'web'] } },
    records: RECORDS.map((id, at) => ({
      external_id: id,
      fields: { text: `Message ${id}` },
      metadata: { source: at < 2 ? 'phone' : 'web' },
    })),
  }
}

describe('the work of a team', () => {
  journey(
    'goes from invitations over shared and assigned records to decisions and their export',
    async ({ page, context, browser, product, complaints }) => {
      const dataset = await seedDataset(product, plan('team work'))
      await signIn(context, product)

      // The owner invites three annotators, who join by their links.
      const team = new Map<string, BrowserContext>()
      for (const name of ['nora', 'tariq', 'wen']) {
        const theirs = await newContext(browser, product)
        await joinByInvitation(page, theirs, name)
        team.set(name, theirs)
      }
      const open = async (name: string, search = '') => {
        const view = new AnnotationView(await contextOf(team, name).newPage(), dataset)
        complaints.watch(view.page)
        await view.open(search)
        return view
      }
      const pending = (name: string) => pendingOf(contextOf(team, name), product, dataset)

      // Two answers complete a record, and nobody gets it afterwards.
      const settings = new SettingsView(page, dataset)
      await settings.open()
      const overlap = settings.form('Answers per record')
      await overlap.getByRole('textbox').fill('2')
      await overlap.getByText(/^Ticked for you, so that each record gets 2 answers and not more/).waitFor()
      await expectAccessible(page)
      await settings.update('Answers per record')
      expect(await overlap.getByRole('checkbox', { name: 'Do not hand out completed records' }).isChecked()).toBe(true)

      // What came by phone is for nora and tariq; the rest stays open to everybody.
      await page.goto(`/dataset/${dataset.id}/progress`)
      await page.getByRole('button', { name: 'Assign records' }).click()
      const dialog = page.getByRole('dialog', { name: 'Assign records' })
      await dialog.getByRole('button', { name: 'Filters' }).click()
      const filters = page.getByRole('dialog', { name: 'Filters' })
      await filters.getByRole('button', { name: 'Source' }).click()
      await filters.getByText('phone', { exact: true }).click()
      await filters.getByRole('button', { name: 'Show 2 records' }).click()
      await dialog.getByText('Source: phone').waitFor()
      for (const name of ['nora', 'tariq']) await dialog.getByText(name, { exact: true }).click()
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await dialog.getByText('2 records are selected:').waitFor()
      await look(page, 'team-work')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await eventually(() => pending('wen')).toEqual(['r3', 'r4', 'r5', 'r6'])
      expect(await pending('nora')).toEqual(RECORDS)

      // All three have the dataset open at once. wen begins at her second record.
      const wen = await open('wen', '?page=2')
      expect(await wen.shownId()).toBe('r4')
      const nora = await open('nora')
      const tariq = await open('tariq')
      expect([await nora.shownId(), await tariq.shownId()]).toEqual(['r1', 'r1'])
      const left = async (view: AnnotationView) => (await view.counts())[0]
      await eventually(() => left(wen)).toBe('4')

      // nora and tariq answer r1 differently, r2 alike, and r3, which was open to wen too, differently.
      await answer(nora, { r1: 'Bill', r2: 'Bill', r3: 'Bill' })
      await eventually(() => savedAnswers(product, dataset)).toEqual(
        answersOf({ r1: ['Bill'], r2: ['Bill'], r3: ['Bill'] }),
      )
      await leave(nora.page)
      // One answer does not complete it: wen could still get it.
      await eventually(() => left(wen)).toBe('4')
      expect(await pending('wen')).toEqual(['r3', 'r4', 'r5', 'r6'])
      await answer(tariq, { r1: 'Card', r2: 'Bill', r3: 'Card' })
      await leave(tariq.page)
      const both = { r1: ['Bill', 'Card'], r2: ['Bill', 'Bill'], r3: ['Bill', 'Card'] }
      await eventually(() => savedAnswers(product, dataset)).toEqual(answersOf(both))

      // The second answer keeps her out of it: her count falls at once, and her queue goes on behind it.
      await eventually(() => left(wen)).toBe('3')
      await eventually(() => pending('wen')).toEqual(['r4', 'r5', 'r6'])
      await wen.open()
      expect(await wen.shownId()).toBe('r4')
      await answer(wen, { r4: 'Other', r5: 'Other', r6: 'Other' }, false)
      await wen.page.getByText(/^Nothing is pending for you now/).waitFor()
      const all = { ...both, r4: ['Other'], r5: ['Other'], r6: ['Other'] }
      await eventually(() => savedAnswers(product, dataset)).toEqual(answersOf(all))

      // The owner sees what is done, decides what they disagree on, and exports the decisions beside the answers.
      await eventually(() => figuresOf(page, 'nora')).toEqual(['2', '2', '0'])
      await page.goto(`/dataset/${dataset.id}/disagreements`)
      await page.getByText('2 open').waitFor()
      const list = page.getByRole('list', { name: 'Records that people answered differently' })
      const kind = page.getByRole('region', { name: 'Kind' })
      await list.getByRole('button', { name: 'r1' }).click()
      await kind.getByRole('button', { name: /^Take this answer.*tariq$/ }).click()
      await page.getByText('1 resolved').waitFor()
      await list.getByRole('button', { name: 'r3' }).click()
      await kind.getByRole('button', { name: /^Take this answer.*nora$/ }).click()
      await page.getByText('2 resolved').waitFor()
      const { bytes, manifest } = await exportWith(page, 'team work', [])
      expect(manifest.counts).toEqual({ records: 6, responses: 9, suggestions: 0, resolutions: 2, doubts: 0 })
      const rows: { external_id: string; resolutions?: object }[] = bytes
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(rows.map(({ external_id, resolutions }) => [external_id, resolutions])).toEqual([
        ['r1', { kind: 'Card' }],
        ['r2', undefined],
        ['r3', { kind: 'Bill' }],
        ...['r4', 'r5', 'r6'].map((id) => [id, undefined]),
      ])
      for (const theirs of team.values()) await theirs.close()
    },
  )

  journey('shows an annotator nothing of others: by screen, URL or API', async ({ browser, product, complaints }) => {
    const dataset = await seedDataset(product, plan('kept apart'))
    const params = { dataset_id: dataset.id }
    const { owner } = product
    const [ida, otto] = [await addAnnotator(product, 'ida'), await addAnnotator(product, 'otto')]
    const users = (await owner('GET /api/v1/users')).items
    const idOf = (username: string) => users.find((one) => one.username === username)?.id ?? ''
    const recordId = (id: string) => dataset.recordIds[RECORDS.indexOf(id)] ?? ''

    // Somebody else's dataset in another workspace, and r6, which is assigned to otto.
    const workspace = await owner('POST /api/v1/workspaces', { body: { name: 'elsewhere' } })
    const elsewhere = await owner('POST /api/v1/datasets', { body: { name: 'far', workspace_id: workspace.id } })
    const people = [{ user_id: idOf('otto') }]
    const body = { people, people_per_record: 1, record_ids: [recordId('r6')] }
    await owner('POST /api/v1/datasets/{dataset_id}/assignments', { params, body })
    const summary = async () => (await owner('GET /api/v1/datasets/{dataset_id}/assignments', { params })).records
    await eventually(summary).toBe(1)

    // Both answer r1, with answers of their own.
    const contexts = [await newContext(browser, product), await newContext(browser, product)] as const
    for (const [at, person] of [ida, otto].entries()) {
      const theirs = contexts[at] ?? contexts[0]
      await signIn(theirs, product, person)
      const view = new AnnotationView(await theirs.newPage(), dataset)
      complaints.watch(view.page)
      await view.open()
      await answer(view, { r1: at === 0 ? 'Bill' : 'Card' })
    }
    const [context] = contexts
    const page = await context.newPage()
    complaints.watch(page)

    // By URL: the record of somebody else, and the pages of leads.
    complaints.expect(/status of 403/)
    await page.goto(`${dataset.path}?record=${recordId('r6')}`)
    await page.getByText('It was deleted, is assigned to others, or is in another dataset.').waitFor()
    expect(await page.getByText('Message r6').count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to the queue' }).click()
    await page.getByText('Message r2').waitFor()
    await page.goto(`/dataset/${elsewhere.id}/annotation-mode`)
    await page.getByText('You do not have access to this page.').waitFor()
    for (const path of [
      ...['/people', '/jobs', '/deleted-datasets'],
      ...[`/dataset/${dataset.id}/progress`, `/dataset/${dataset.id}/disagreements`],
    ]) {
      await page.goto(path)
      await page.waitForURL((url) => url.pathname !== path)
    }

    // By API: what is refused,
    const api = `${product.url}/api/v1`
    const headers = { origin: product.url }
    const ofDataset = ['records', 'team-progress', 'agreement', 'disagreements', 'answers', 'assignments']
    const refused = [
      ...ofDataset.map((part) => `datasets/${dataset.id}/${part}`),
      ...[`datasets/${elsewhere.id}`, `me/datasets/${elsewhere.id}/records`, `me/datasets/${elsewhere.id}/metrics`],
      ...['', '/suggestions', '/history', '/doubts'].map((part) => `records/${recordId('r6')}${part}`),
      `records/${recordId('r6')}/responses/others`,
      ...['people', 'people/answers', 'users', `users/${idOf('otto')}`, `workspaces/${workspace.id}/users`],
      ...['jobs', 'events', 'bin', 'deletions', 'invitations'],
    ]
    const statuses = refused.map(async (path) => [path, (await context.request.get(`${api}/${path}`)).status()])
    expect(await Promise.all(statuses)).toEqual(refused.map((path) => [path, 403]))
    const data = { status: 'submitted', values: { kind: { value: 'Bill' } } }
    const written = [
      await context.request.post(`${api}/records/${recordId('r6')}/responses`, { headers, data }),
      await context.request.put(`${api}/records/${recordId('r6')}/lease`, { headers }),
      await context.request.post(`${api}/datasets/${dataset.id}/assignments`, { headers, data: { people } }),
      await context.request.delete(`${api}/datasets/${dataset.id}/assignments`, { headers, data: {} }),
      await context.request.put(`${api}/datasets/${dataset.id}/queue`, { headers, data: { order: 'file' } }),
    ]
    expect(written.map((reply) => reply.status())).toEqual([403, 403, 403, 403, 403])
    expect((await savedAnswers(product, dataset)).get('r6')).toEqual([])

    // and what is shown, which has nothing of anybody else.
    const include = 'include=responses&include=suggestions'
    const shown = [
      `me/datasets/${dataset.id}/records?${include}&limit=100`,
      `records/${recordId('r1')}?${include}`,
      `records/${recordId('r1')}/history`,
      `me/datasets/${dataset.id}/metrics`,
      'me/datasets',
    ]
    for (const path of shown) {
      const reply = await context.request.get(`${api}/${path}`)
      const text = await reply.text()
      expect(reply.status(), path).toBe(200)
      for (const hidden of [idOf('otto'), idOf(OWNER.username), 'otto', '"Card"', 'Message r6', elsewhere.id])
        expect(text.includes(hidden), `${path} has ${hidden}`).toBe(false)
    }
    expect(await pendingOf(context, product, dataset)).toEqual(['r2', 'r3', 'r4', 'r5'])
    for (const theirs of contexts) await theirs.close()
  })
})

function contextOf(team: ReadonlyMap<string, BrowserContext>, name: string): BrowserContext {
  const theirs = team.get(name)
  if (!theirs) throw new Error(`${name} is not in the team.`)
  return theirs
}

/** External ids of the records that are pending for somebody, in the order of the file. */
async function pendingOf(context: BrowserContext, product: Product, { id }: Seeded): Promise<string[]> {
  const path = `${product.url}/api/v1/me/datasets/${id}/records/search?response_status=pending`
  const reply = await context.request.post(path, { headers: { origin: product.url }, data: {} })
  const { items }: { items: { record: { external_id: string } }[] } = await reply.json()
  return items.map(({ record }) => record.external_id)
}

/** Answer records in the order of the queue by the keys of their options, each of which submits. */
async function answer(view: AnnotationView, answers: Record<string, string>, hasNext = true): Promise<void> {
  const all = Object.entries(answers)
  for (const [at, [id, text]] of all.entries()) {
    expect(await view.shownId()).toBe(id)
    await view.page.keyboard.press(String(KINDS.findIndex(({ value }) => value === text) + 1))
    if (hasNext || at < all.length - 1) await view.nextAfter(id)
  }
}

/** Leave the annotation page, which gives back what is open there. */
async function leave(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Datasets/ })
    .first()
    .click()
  await page.waitForURL('**/datasets*')
}

function answersOf(answers: Record<string, string[]>) {
  return new Map(
    RECORDS.map((id) => [id, (answers[id] ?? []).map((kind) => ({ status: 'submitted', values: { kind } }))]),
  )
}

/** Assigned, done and left of somebody, as shown. */
function figuresOf(page: Page, name: string): Promise<string[]> {
  const card = page.getByRole('region', { name: 'Assigned records' })
  return card.getByRole('row').filter({ hasText: name }).locator('td[data-label]').allTextContents()
}
