import { type ExportJob, exportRecords } from '@postil/importing/export/export-records'
import { fakeStore } from '@postil/importing/testing/fake-store'
import { createDataset } from '@postil/importing/upload/create-dataset'
import { ApiError } from '@postil/sdk/errors'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { SessionContext } from '../session/session.ts'
import { ExportDialog } from './ExportDialog.tsx'
import { type Exporter, ExporterContext } from './engine/exporter.ts'

const saved: { name: string; blob: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  const blobs = new Map<string, Blob>()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => {
        blobs.set(`blob:${blobs.size}`, blob)
        return `blob:${blobs.size - 1}`
      },
      revokeObjectURL: () => undefined,
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href) ?? new Blob() })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(role: 'owner' | 'admin' | 'annotator' = 'owner', exporter?: Exporter) {
  const store = fakeStore()
  vi.stubGlobal('fetch', store.fetch)
  const { datasetId } = await createDataset(store.client, {
    name: 'Set: one/two',
    workspaceId: 'w1',
    schema: {
      guidelines: null,
      allowExtraMetadata: true,
      minSubmitted: 1,
      fields: [{ name: 'text', title: 'Text', required: true, settings: { type: 'text', use_markdown: false } }],
      questions: [],
      metadata: [],
      vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
    },
  })
  store.datasets.get(datasetId)?.records.push({ id: 'r1', fields: { text: 'Hello' } })
  const jobs: ExportJob[] = []
  const user = { id: 'u1', username: 'maria', first_name: 'Maria', last_name: null, role, workspaces: [] }
  const nothing = async () => undefined
  const session = {
    user,
    status: 'in' as const,
    signIn: nothing,
    signOut: nothing,
    expire: () => undefined,
    retry: () => undefined,
  }
  const inPlace: Exporter = (job, options) => {
    if ('task' in job) throw new Error('This is a feedback dataset.')
    jobs.push(job)
    return exportRecords(job, { ...options, client: store.client })
  }
  const onClose = vi.fn()
  const router = createMemoryRouter(
    [
      { path: '/datasets', element: <ExportDialog datasetId={datasetId} onClose={onClose} /> },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    { initialEntries: ['/datasets'] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <ExporterContext value={exporter ?? inPlace}>
          <RouterProvider router={router} />
        </ExporterContext>
      </SessionContext>
    </QueryClientProvider>,
  )
  await screen.findByRole('radio', { name: /JSON lines/ })
  return { store, jobs, onClose, router, user: userEvent.setup() }
}

describe('the export of a dataset', () => {
  it('saves the file and its manifest, under a name every system takes', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in Set- one-two.jsonl/)
    expect(saved.map(({ name }) => name)).toEqual(['Set- one-two.jsonl', 'Set- one-two.jsonl.manifest.json'])
    expect(saved[0]?.blob.size).toBeGreaterThan(20)
  })

  it('names people who have left the workspace to an admin, too, by their answers', async () => {
    const { user, jobs, store } = await open('admin')
    const replies: Record<string, object> = {
      'team-progress': {
        people: [
          { user_id: 'u2', username: 'left' },
          { user_id: null, username: null },
        ],
      },
      users: { items: [{ id: 'u1', username: 'maria' }] },
    }
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      const path = new URL(input instanceof Request ? input.url : input, 'http://x').pathname
      const reply = replies[path.split('/').at(-1) ?? '']
      return reply ? Response.json(reply) : store.fetch(input, init)
    })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect([...(jobs[0]?.names.users ?? [])]).toEqual([
      ['u1', 'maria'],
      ['u2', 'left'],
    ])
  })

  it('holds what was chosen', async () => {
    const { user, jobs } = await open()
    await user.click(screen.getByRole('radio', { name: /CSV/ }))
    await user.click(screen.getByRole('radio', { name: /Only mine/ }))
    await user.click(screen.getByRole('checkbox', { name: 'Suggestions' }))
    expect(screen.queryByRole('radio', { name: 'One column per question and person' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'One final answer per question' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'One row per answer' }))
    await user.click(screen.getByRole('checkbox', { name: 'Draft' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect(jobs[0]).toMatchObject({
      format: 'csv',
      choice: {
        responses: 'mine',
        layout: 'rows',
        suggestions: false,
        resolutions: true,
        final: false,
        doubts: true,
        metadata: true,
        vectors: false,
      },
      statuses: ['draft', 'submitted'],
    })
  })

  it('holds what was submitted unless something else is chosen', async () => {
    const { user, jobs } = await open()
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Submitted' }).checked).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: 'Submitted' }))
    await screen.findByText(/^None chosen/)
    await user.click(screen.getByRole('checkbox', { name: 'Submitted' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect(jobs[0]?.statuses).toEqual(['submitted'])
    expect(jobs[0]?.choice.final).toBe(true)
  })

  it('gives a column to everybody who has such an answer', async () => {
    const { user, jobs } = await open()
    await user.click(screen.getByRole('radio', { name: /CSV/ }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'One column per question and person' }).checked).toBe(
      true,
    )
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect(jobs[0]).toMatchObject({ choice: { layout: 'columns' }, names: { people: ['u1'] } })
  })

  it('says when there would be too many columns', async () => {
    const { store, user } = await open()
    store.answering = Array.from({ length: 501 }, (_, at) => `user-${at}`)
    await user.click(screen.getByRole('radio', { name: /CSV/ }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toMatch(/would have 501 columns; 500 is the most/),
    )
    expect(saved).toEqual([])
  })

  it('holds vectors only when they are asked for', async () => {
    const { user, jobs } = await open()
    await user.click(screen.getByRole('checkbox', { name: 'Vectors' }))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect(jobs[0]?.choice.vectors).toBe(true)
  })

  it('offers annotators their own responses only', async () => {
    const { user, jobs } = await open('annotator')
    expect(screen.queryByRole('radio', { name: 'Of everybody' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText(/^1 record is in/)
    expect(jobs[0]?.choice.responses).toBe('mine')
  })

  it('can be cancelled, and then nothing is saved', async () => {
    const { user } = await open('owner', (_, { signal }) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText('Writing the file')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('radio', { name: /JSON lines/ })
    expect(saved).toEqual([])
  })

  it('is not lost by leaving the page or closing the tab, unless that is confirmed', async () => {
    let stopped = false
    const { user, router } = await open('owner', (_, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped = true
          reject(signal.reason)
        })
      })
    })
    const closing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(closing()).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText('Writing the file')
    expect(closing()).toBe(true)
    await act(() => router.navigate('/elsewhere'))
    await user.click(await screen.findByRole('button', { name: 'Stay' }))
    await screen.findByText('Writing the file')
    expect(stopped).toBe(false)
    await act(() => router.navigate('/elsewhere'))
    await user.click(await screen.findByRole('button', { name: 'Stop and leave' }))
    await screen.findByRole('heading', { name: 'Elsewhere' })
    expect(stopped).toBe(true)
    expect(closing()).toBe(false)
    expect(saved).toEqual([])
  })

  it('says that the server does not answer while it waits for it', async () => {
    const { user } = await open('owner', (_, { onProgress }) => {
      onProgress?.({ records: 500, total: 1000, bytes: 10, isWaiting: true })
      return new Promise(() => undefined)
    })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await screen.findByText('The server does not answer. The export goes on as soon as it does.')
  })

  it('says that the dataset was deleted meanwhile, by its name', async () => {
    const { store, user } = await open()
    store.trouble = ({ path }) =>
      path.endsWith('/records') ? { status: 404, detail: 'Dataset with id `a` not found' } : undefined
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'The export was not finished: Set: one/two was deleted meanwhile.',
      ),
    )
  })

  it('says after the end of the session that it was not finished', async () => {
    const notify = vi.spyOn(toasts, 'notify')
    const { user } = await open('owner', async () => {
      throw new ApiError(401, { detail: { code: 'argilla.api.errors::UnauthorizedError' } }, 'GET /api/v1/me')
    })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() =>
      expect(notify.mock.calls).toEqual([
        [{ type: 'error', message: expect.stringMatching(/^The export of Set: one\/two was not finished/) }],
      ]),
    )
    expect(saved).toEqual([])
  })

  it('says that it was not finished, and why', async () => {
    const { store, user } = await open()
    store.trouble = ({ path }) => (path.endsWith('/records') ? 'down' : undefined)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/The server did not answer/))
    expect(saved).toEqual([])
  })
})
