import type { TaskHistory } from '@postil/contract/task/task-records'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../../../api/testing/fake-server.ts'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import { openPage } from '../../../session/testing/open-page.tsx'
import { ExplorePage } from '../../ExplorePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const at = '2026-11-23T09:00:00.000000'
const times = { created_at: at, last_updated: at }
const by = (agent: string, name: string) => ({ agent, labels: [{ class: name, score: 1 }] })
const RECORD = {
  ...{ id: 'a', inputs: { text: 'I lost my card' }, multi_label: false, metrics: {}, last_updated: 'v2' },
  ...{ status: 'Validated', annotation: by('ann', 'late'), metadata: { split: 'test' } },
}
const MARIAS = { status: 'Validated', annotation: by('maria', 'lost') }
const me = '7b2f3c1e-0000-4000-8000-000000000001'
const changes = [
  {
    ...{ id: 8, kind: 'task_record.update', user_id: 'ann' },
    before: { ...MARIAS, last_updated: 'v1', metadata: { split: 'train' } },
    after: { status: 'Validated', annotation: by('ann', 'late'), last_updated: 'v2', metadata: { split: 'test' } },
  },
  {
    ...{ id: 7, kind: 'task_record.update', user_id: me },
    before: { status: 'Default', last_updated: 'v0' },
    after: { ...MARIAS, last_updated: 'v1' },
  },
  { kind: 'task_record.create', user_id: 'ann', before: null, after: { status: 'Default', last_updated: 'v0' } },
]
const HISTORY = {
  items: changes.map((change) => ({ at, ...change })),
  ...{ last_updated: 'v2', is_cut: false, users: [{ id: 'ann', username: 'ann' }] },
} as unknown as TaskHistory

/** Open the details of a record. */
async function openDetails(role: 'admin' | 'annotator', restore: FakeRoute = () => RECORD) {
  let stored: object = RECORD
  let found = [RECORD]
  const asked: unknown[] = []
  let readings = 0
  const edits: unknown[] = []
  fakeServer({
    isSignedIn: true,
    user: { role },
    routes: {
      'GET /api/datasets/cards': () => ({
        ...{ id: 'bank.cards', name: 'cards', workspace: 'bank', owner: 'bank', task: 'TextClassification' },
        ...{ tags: {}, metadata: {}, ...times },
      }),
      'GET /api/datasets/cards/TextClassification/settings': () => ({
        label_schema: { labels: ['lost', 'late'].map((name) => ({ id: name, name })) },
      }),
      'GET /api/datasets/TextClassification/cards/labeling/rules': () => [],
      'POST /api/datasets/cards/TextClassification:search': () => ({
        ...{ total: found.length, aggregations: { status: {} } },
        records: found.map(() => stored),
      }),
      'POST /api/datasets/cards/TextClassification:bulk': ({ body }) => {
        edits.push(JSON.parse(body))
        return { dataset: 'cards', processed: 1, failed: 0, last_updated: 'v4' }
      },
      'GET /api/datasets/cards/records/a/history': () => {
        readings += 1
        return HISTORY
      },
      'POST /api/datasets/cards/records/a/restore': (request) => {
        asked.push(JSON.parse(request.body))
        const answer = restore(request)
        if (!(answer instanceof FakeReply)) stored = answer as object
        return answer
      },
    },
  })
  const { user } = openPage('/datasets/bank/cards', { '/datasets/:workspace/:dataset': ExplorePage })
  await user.click(await screen.findByRole('button', { name: 'More about this record' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Record details' }))
  const list = await screen.findByRole('list', { name: 'History' })
  const lines = () => within(list).getAllByRole('listitem')
  const offers = () =>
    lines().map((line) =>
      within(line)
        .queryAllByRole('button')
        .map((one) => one.textContent),
    )
  return { user, asked, edits, lines, offers, drop: () => (found = []), readings: () => readings }
}

const heading = () => screen.getByRole('heading', { name: 'History' })
const known = { latest_change: 8, last_updated: 'v2' }

it('offers leads every part that was changed, and annotators their own annotation', async () => {
  const lead = await openDetails('admin')
  expect(lead.offers()).toEqual([
    [],
    ['Restore this metadata'],
    ['Restore this annotation'],
    ['Clear the annotation again'],
  ])
  cleanup()
  const annotator = await openDetails('annotator')
  expect(annotator.offers()).toEqual([[], [], ['Restore this annotation'], []])
})

it('restores a part, says so, reads the history once more, and moves the focus to the heading', async () => {
  const { user, asked, readings } = await openDetails('admin', () => ({
    ...RECORD,
    metadata: { split: 'train' },
    last_updated: 'v3',
  }))
  expect(readings()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Restore this metadata' }))
  await screen.findByText('The metadata is as it was then')
  expect(asked).toEqual([{ part: 'metadata', change: 8, state: 'before', ...known }])
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(readings()).toBe(2)
  // The details show it, too.
  expect(screen.getByRole('row', { name: /^split/ }).textContent).toContain('train')
})

it('restores nothing if the record was changed meanwhile, and says so', async () => {
  const { user } = await openDetails('admin', () => new FakeReply(409, { detail: { code: 'x', params: {} } }))
  await user.click(screen.getByRole('button', { name: 'Clear the annotation again' }))
  await screen.findByText(/Nothing was restored: it was changed meanwhile/)
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(screen.getByRole('row', { name: /^status/ }).textContent).toContain('Validated')
})

it('says why a part cannot be restored, and leaves the focus where it is', async () => {
  const message = 'Its label “lost” is no longer in the label schema.'
  const refused = () =>
    new FakeReply(400, { detail: { code: 'argilla.api.errors::BadRequestError', params: { message } } })
  const { user } = await openDetails('annotator', refused)
  const button = screen.getByRole('button', { name: 'Restore this annotation' })
  await user.click(button)
  await screen.findByText(new RegExp(message))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('undoes a restored annotation by an edit of the record as it is then', async () => {
  const { user, edits } = await openDetails('admin', () => ({ ...RECORD, ...MARIAS, last_updated: 'v3' }))
  await user.click(screen.getByRole('button', { name: 'Restore this annotation' }))
  await screen.findByText('The annotation is as it was then')
  await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
  await waitFor(() => expect(edits).toHaveLength(1))
  const [edit] = edits
  expect(edit).toMatchObject({
    records: [{ id: 'a', status: 'Validated', annotation: RECORD.annotation, last_updated: 'v3' }],
  })
})

it('shows what was restored also when the record is no longer on the page', async () => {
  const after = { ...RECORD, ...MARIAS, last_updated: 'v3' }
  const { user, drop } = await openDetails('admin', () => after)
  drop()
  await user.click(screen.getByRole('button', { name: 'Restore this annotation' }))
  await screen.findByText('The annotation is as it was then')
  await waitFor(() => expect(document.activeElement).toBe(heading()))
  expect(screen.getByRole('dialog')).toBeDefined()
})
