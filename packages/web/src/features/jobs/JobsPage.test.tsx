import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '../../api/jobs.ts'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { JobsPage } from './JobsPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const JOB: Job = {
  ...{ id: 'j1', kind: 'lexical_vectors', state: 'running', dataset: { id: 'd', name: 'reviews' } },
  ...{ done: 1200, total: 4800, failures: 0, error: null, is_cancellable: true, is_cancel_requested: false },
  ...{ inserted_at: '2026-01-01T00:00:00', due_at: '2026-01-01T00:00:00', started_at: null, finished_at: null },
}
const FAILED = { state: 'failed', failures: 8, error: 'The disk of the store is full.', is_cancellable: false } as const

/** Open the page with these jobs on the server; cancelling and retrying change them there. */
function open(jobs: Job[], role = 'owner', routes = {}) {
  let items = jobs
  const change = (id: string, set: Partial<Job>) => {
    items = items.map((job) => (job.id === id ? { ...job, ...set } : job))
    return items.find((job) => job.id === id)
  }
  fakeServer({
    isSignedIn: true,
    user: { role },
    routes: {
      'GET /api/v1/jobs': () => ({ items }),
      'POST /api/v1/jobs/j1/cancel': () => change('j1', { is_cancel_requested: true }),
      'POST /api/v1/jobs/j1/retry': () => change('j1', { state: 'waiting', error: null, failures: 0 }),
      ...routes,
    },
  })
  return openPage('/jobs', { '/jobs': JobsPage })
}

describe('the page of background work', () => {
  it('says that there is none', async () => {
    open([])
    await screen.findByRole('heading', { name: 'Nothing in the background' })
  })

  it('shows what goes on with its progress, and cancels it', async () => {
    const { user } = open([JOB])
    const job = (await screen.findByText('Make lexical vectors for reviews')).closest('li') ?? document.body
    const bar = within(job).getByRole('progressbar', { name: '1,200 of 4,800 done' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    await user.click(within(job).getByRole('button', { name: 'Cancel: Make lexical vectors for reviews' }))
    await within(job).findByText('being cancelled')
    expect(within(job).queryByRole('button')).toBeNull()
  })

  it('says why something failed, and has it tried again', async () => {
    const { user } = open([{ ...JOB, ...FAILED }])
    const failed = await screen.findByRole('region', { name: 'Failed' })
    within(failed).getByText('The disk of the store is full.')
    await user.click(within(failed).getByRole('button', { name: /^Try again now/ }))
    await screen.findByRole('region', { name: 'Going on' })
    await waitFor(() => expect(screen.queryByText('The disk of the store is full.')).toBeNull())
  })

  it('keeps what went on and what is over apart', async () => {
    const over = { ...JOB, id: 'j2', kind: 'purge_dataset', state: 'done', is_cancellable: false } as const
    open([JOB, { ...over, done: 4800, finished_at: '2026-01-01T00:00:00' }, { ...over, id: 'j3', dataset: null }])
    const done = await screen.findByRole('region', { name: 'Ended in the last seven days' })
    within(done).getByText('Clear away the deleted dataset reviews')
    within(done).getByText('Clear away an import that was not finished')
    within(done).getByText(/^4,800 done/)
  })

  it('is there again when the list could not be loaded', async () => {
    let isAway = true
    const { user } = open([], 'owner', {
      'GET /api/v1/jobs': () => (isAway ? new FakeReply(503) : { items: [JOB] }),
    })
    const alert = await screen.findByRole('alert', {}, { timeout: 10_000 })
    isAway = false
    await user.click(within(alert).getByRole('button'))
    await screen.findByText('Make lexical vectors for reviews')
  }, 20_000)

  it('is for owners', async () => {
    const { here } = open([JOB], 'admin')
    await waitFor(() => expect(here()).toBe('/datasets'))
  })
})
