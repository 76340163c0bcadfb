import type { Assignments } from '@postil/contract/feedback/team/assignments'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_SELECTION, selectOnly } from '../../../list/selection.ts'
import { show } from '../../annotate/testing/open-annotation.tsx'
import { fakeFeedback, settings } from '../../feedback/testing/fake-feedback.ts'
import { withSearch } from '../../feedback/testing/with-search.ts'
import type { Bulk } from '../use-bulk.ts'
import { whyNotAssign } from './AssignRecords.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const PERSON = { id: 'u1', username: 'ana', role: 'owner', workspaces: [], disabled_at: null }
const JOB = { id: 'j1', action: 'assign' as const, state: 'open' as const, done: 0, total: null }

/** The bulk view of a shared dataset, on a server that assigns records. */
async function openList() {
  const taken: string[] = []
  const server = fakeFeedback({
    questions: [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }],
    records: ['r1', 'r2', 'r3'].map((id) => ({ id })),
    taken,
  })
  withSearch(server)
  const assigned: unknown[] = []
  const state = { jobs: [] as Assignments['jobs'], fails: false }
  const answer = fetch
  const path = `/api/v1/datasets/${server.id}/assignments`
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (input === '/api/v1/people') return Response.json({ items: [PERSON] })
    if (input === `${path}:preview`) return Response.json({ records: 2, people: [], incomplete: 0 })
    if (input === `${path}:preview_take_back`)
      return Response.json({ records: 1, people: [{ user_id: 'u1', username: 'ana', records: 1 }] })
    if (input === path && (init.method === 'POST' || init.method === 'DELETE')) {
      assigned.push(JSON.parse(String(init.body)))
      return Response.json({ job_id: 'j1' }, { status: 202 })
    }
    if (input === path && state.fails) return Response.json({ detail: 'no' }, { status: 403 })
    if (input === path) return Response.json({ records: 0, people: [], jobs: state.jobs })
    return answer(input, init)
  })
  const page = await show(server)
  await page.user.click(screen.getByRole('radio', { name: 'Bulk' }))
  await screen.findByRole('list', { name: 'Records' })
  const openDialog = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Assign…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }))
    await page.user.click(await dialog.findByRole('checkbox', { name: 'ana' }))
    await page.user.click(dialog.getByRole('button', { name: 'Preview' }))
    await dialog.findByText('2 records are selected:')
    return dialog
  }
  const assign = async () => page.user.click((await openDialog()).getByRole('button', { name: 'Assign' }))
  return { ...page, server, taken, assigned, state, openDialog, assign }
}

it('assigns what the preview was about, also when the selection was lost meanwhile', async () => {
  const { user, taken, assigned, openDialog } = await openList()
  await user.click(screen.getByRole('checkbox', { name: 'Select record 1' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select record 2' }))
  const dialog = await openDialog()
  taken.push('r1', 'r2')
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByText('2 records are no longer yours to answer.')
  expect(dialog.getByText('2 selected records')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(assigned).toEqual([expect.objectContaining({ record_ids: ['r1', 'r2'] })]))
})

it('assigns all records of the dataset, or only those that are pending for the user', async () => {
  const { user, assigned, openDialog } = await openList()
  const dialog = await openDialog()
  expect(dialog.getByText('All records of the dataset')).toBeTruthy()
  await user.click(dialog.getByRole('checkbox', { name: 'Only those that are pending for me, as in the list' }))
  expect(dialog.getByText('All 3 records that are pending for you')).toBeTruthy()
  // Another choice needs another preview.
  expect(dialog.queryByRole('button', { name: 'Assign' })).toBeNull()
  const assign = async () => {
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    await user.click(await dialog.findByRole('button', { name: 'Assign' }))
  }
  await assign()
  const scope = { entity: 'response', property: 'status' }
  const search = { filters: { and: [{ type: 'terms', scope, values: ['pending'] }] } }
  const people = [{ user_id: 'u1', quota: null }]
  await waitFor(() => expect(assigned).toEqual([{ people, people_per_record: 1, search }]))
})

it('assigns all records that match, whether or not they are pending for the user', async () => {
  const { user, assigned, here } = await openList()
  await user.type(screen.getByRole('searchbox', { name: 'Search the records' }), 'text{Enter}')
  await waitFor(() => expect(here()).toContain('q=text'))
  await user.click(screen.getByRole('button', { name: 'Assign…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }))
  expect(await dialog.findByText('All records that match: text “text”')).toBeTruthy()
  await user.click(await dialog.findByRole('checkbox', { name: 'ana' }))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Assign' }))
  const search = { query: { text: { q: 'text' } } }
  await waitFor(() => expect(assigned).toEqual([expect.objectContaining({ search })]))
})

it('assigns records while none is pending for the lead', async () => {
  const { user, taken, assigned } = await openList()
  taken.push('r1', 'r2', 'r3')
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('heading', { name: 'This queue is empty' })
  await user.click(screen.getByRole('button', { name: 'Assign…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }))
  await dialog.findByText('All records of the dataset')
  expect(dialog.queryByRole('checkbox', { name: /pending for me/ })).toBeNull()
  await user.click(await dialog.findByRole('checkbox', { name: 'ana' }))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Assign' }))
  const people = [{ user_id: 'u1', quota: null }]
  await waitFor(() => expect(assigned).toEqual([{ people, people_per_record: 1 }]))
})

it('keeps the dialog and what was chosen while the list becomes empty, and while records come back into it', async () => {
  const { server, user, taken, assigned, openDialog } = await openList()
  const dialog = await openDialog()
  taken.push('r1', 'r2', 'r3')
  document.dispatchEvent(new Event('visibilitychange'))
  const again = await screen.findByText('Look again')
  server.giveBack()
  fireEvent.click(again)
  await screen.findByText('Text of r1')
  await user.click(dialog.getByRole('button', { name: 'Assign' }))
  await waitFor(() => expect(assigned).toHaveLength(1))
})

it('takes records back, from everybody unless people are chosen, after a preview', async () => {
  const { user, state, assigned } = await openList()
  await user.click(screen.getByRole('checkbox', { name: 'Select record 2' }))
  await user.click(screen.getByRole('button', { name: 'Assign…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }))
  await user.click(await dialog.findByRole('radio', { name: 'Take back' }))
  expect(dialog.getByRole('heading', { name: 'Take back records' })).toBeTruthy()
  expect(dialog.queryByRole('textbox')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('ana loses 1 record')).toBeTruthy()
  state.jobs = [{ ...JOB, action: 'take_back' }]
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(assigned).toEqual([{ record_ids: ['r2'] }]))
  state.jobs = []
  await screen.findByText('The records are taken back.', {}, { timeout: 4000 })
})

it('tells the end of the assignment also when no record is left in the list', async () => {
  const { taken, state, assign } = await openList()
  state.jobs = [JOB, { ...JOB, id: 'of somebody else' }]
  await assign()
  taken.push('r1', 'r2', 'r3')
  document.dispatchEvent(new Event('visibilitychange'))
  await screen.findByRole('heading', { name: 'This queue is empty' })
  state.jobs = state.jobs.slice(1)
  await screen.findByText('The records are assigned.', {}, { timeout: 4000 })
})

it('stops looking at an assignment that can no longer be seen', async () => {
  const { state, assign } = await openList()
  state.jobs = [JOB]
  await assign()
  state.fails = true
  await screen.findByText('How far the assignment is could not be fetched.', {}, { timeout: 4000 })
  expect(screen.getByRole('button', { name: 'Assign…' })).toBeTruthy()
})

it('does not call an assignment done that stopped before its end', async () => {
  const { state, assign } = await openList()
  state.jobs = [JOB]
  await assign()
  state.jobs = [{ ...JOB, state: 'failed' }]
  await screen.findByText(/^The assignment stopped before its end\./, {}, { timeout: 4000 })
})

it('says why it cannot assign', () => {
  const why = (change: Partial<Bulk>, total: number | undefined = 5) => {
    const page = { total } as Bulk['page']
    const url = {} as Bulk['url']
    return whyNotAssign({ page, url, selection: NO_SELECTION, isRunning: false, ...change })
  }
  expect(why({})).toBeUndefined()
  // Nothing is pending for the user, but there may be records for others.
  expect(why({}, 0)).toBeUndefined()
  expect(why({ page: {} as Bulk['page'] })).toBe('Loading the records')
  expect(why({ isRunning: true })).toBe('The answers are being saved.')
  const many = (count: number) => selectOnly(Array.from({ length: count }, (_, at) => `r${at}`))
  expect(why({ selection: many(1000) })).toBeUndefined()
  expect(why({ selection: many(1001) })).toBe('Select 1,000 records or fewer to assign them.')
})
