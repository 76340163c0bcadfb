import type { DeletedRecord, Deletion, Restored } from '@postil/contract/deletions'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { BinPage } from './BinPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const DELETION: Deletion = {
  ...{ id: '7', dataset: { id: 'd', name: 'reviews' }, task: null, workspace: { id: 'w', name: 'support-team' } },
  ...{ records: 900, left: 900, deleted_by: 'maria', deleted_at: '2026-01-01T00:00:00', until: '2026-01-31T00:00:00' },
  sample: 'Where is my card?',
}
const RECORD: DeletedRecord = { id: 'r1', external_id: null, text: 'Where is my card?', responses: 0, is_deleted: true }
const { workspace, task, deleted_by, deleted_at, until: purge_at } = DELETION
const DATASET = { id: 'd', name: 'reviews', records: 2, workspace, task, deleted_by, deleted_at, purge_at }
const FIRST: Restored = {
  restored: 500,
  refused: [{ id: 'r2', message: 'It is there again.' }],
  left_out: [],
  next: 500,
}

it('says how far a restore came that failed midway, and keeps what was shown when more records cannot be loaded', async () => {
  const replies: unknown[] = [FIRST, new FakeReply(500), { ...FIRST, restored: 400, refused: [], next: null }]
  let isAway = true
  fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/bin': () => ({ items: [], days: 30 }),
      'GET /api/v1/deletions': () => ({ items: [DELETION], days: 30 }),
      'POST /api/v1/deletions/7/restore': () => replies.shift(),
      'GET /api/v1/deletions/7/records': ({ url }) => {
        if (!url.searchParams.has('after')) return { items: [RECORD], next: 50 }
        return isAway ? new FakeReply(404) : { items: [{ ...RECORD, id: 'r9', text: 'The last one' }], next: null }
      },
    },
  })
  const { user } = openPage('/deleted-datasets', { '/deleted-datasets': BinPage })
  const all = await screen.findByRole('button', { name: /^Restore all/ })
  await user.click(all)
  await screen.findByText(/^500 records are restored, the rest is not/)
  screen.getByText('r2: It is there again.')
  const list = screen.getByRole('region', { name: 'Records' })
  const heading = within(list).getByRole('heading', { name: 'Records' })
  await waitFor(() => expect(document.activeElement).toBe(heading))

  await user.click(screen.getByRole('button', { name: /^Show records/ }))
  await user.click(await within(list).findByRole('button', { name: 'Show more' }))
  const again = await within(list).findByRole('button', { name: 'Try again' })
  within(list).getByRole('button', { name: 'Restore Where is my card?' })
  isAway = false
  await user.click(again)
  await within(list).findByText('The last one')

  await user.click(screen.getByRole('button', { name: /^Restore all/ }))
  await screen.findByText('400 records are restored')
  expect(screen.queryByText('r2: It is there again.')).toBeNull()
})

it('restores the one record of a later page that is chosen, lists a record deleted twice once, and says when nothing is restored', async () => {
  const asked: unknown[] = []
  const restored = { restored: 1, refused: [], left_out: [], next: null }
  const replies: Restored[] = [restored, { ...restored, restored: 0 }]
  const twice = { ...RECORD, id: 'twice', text: 'Latest content' }
  fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/bin': () => ({ items: [], days: 30 }),
      'GET /api/v1/deletions': () => ({ items: [{ ...DELETION, task: 'Text2Text' }], days: 30 }),
      'POST /api/v1/deletions/7/restore': ({ body }) => {
        asked.push(JSON.parse(body))
        return replies.shift()
      },
      'GET /api/v1/deletions/7/records': ({ url }) =>
        url.searchParams.has('after')
          ? {
              items: [
                { ...twice, text: 'Former content' },
                { ...RECORD, id: 'r9', text: 'The last one' },
              ],
              next: null,
            }
          : { items: [twice], next: 50 },
    },
  })
  const { user } = openPage('/deleted-datasets', { '/deleted-datasets': BinPage })
  await user.click(await screen.findByRole('button', { name: /^Show records/ }))
  const list = screen.getByRole('region', { name: 'Records' })
  await user.click(await within(list).findByRole('button', { name: 'Show more' }))
  await user.click(await within(list).findByRole('button', { name: 'Restore The last one' }))
  await screen.findByText('1 record is restored')
  within(list).getByText('Latest content')
  expect(within(list).queryByText('Former content')).toBeNull()

  await user.click(within(list).getByRole('button', { name: 'Restore Latest content' }))
  await screen.findByText(/^No record was restored/)
  expect(asked).toEqual([{ ids: ['r9'], after: 50 }, { ids: ['twice'] }])
})

it.each([
  ['a restore', async (user: UserEvent) => user.click(await screen.findByRole('button', { name: /^Restore/ }))],
  [
    'a deletion for good',
    async (user: UserEvent) => {
      await user.click(await screen.findByRole('button', { name: 'Delete for good… reviews' }))
      await user.type(await screen.findByRole('textbox'), 'reviews')
      await user.click(screen.getByRole('button', { name: 'Delete for good' }))
    },
  ],
])('says by its name that a dataset is gone when %s comes too late, and no longer lists it', async (_, act) => {
  const items = [DATASET]
  const gone = () => {
    items.pop()
    return new FakeReply(404, { detail: 'Deleted dataset with id `d` not found' })
  }
  fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/bin': () => ({ items, days: 30 }),
      'GET /api/v1/deletions': () => ({ items: [], days: 30 }),
      'POST /api/v1/bin/d/restore': gone,
      'DELETE /api/v1/bin/d': gone,
    },
  })
  const { user } = openPage('/deleted-datasets', { '/deleted-datasets': BinPage })
  await act(user)
  await screen.findByText(/^reviews is no longer here: somebody has restored it or deleted it for good/)
  await screen.findByText('No dataset and no record that can be restored.')
})

it('restoring a dataset by key hands the focus to the next one, and after the last one it stays in the list', async () => {
  let items = ['one', 'two'].map((id) => ({ ...DATASET, id, name: id }))
  const restored = (id: string) => () => {
    items = items.filter((item) => item.id !== id)
    return { ...DATASET, id, name: id }
  }
  fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/bin': () => ({ items, days: 30 }),
      'GET /api/v1/deletions': () => ({ items: [], days: 30 }),
      'POST /api/v1/bin/one/restore': restored('one'),
      'POST /api/v1/bin/two/restore': restored('two'),
    },
  })
  const { user } = openPage('/deleted-datasets', { '/deleted-datasets': BinPage })
  ;(await screen.findByRole('button', { name: 'Restore one' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Restore two' })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/No dataset and no record/))
})
