import { afterEach, expect, it, vi } from 'vitest'
import { moveOldJobs } from './move-old-jobs.ts'
import { memoryStore } from './outbox-store.ts'

const BULK = 'postil.bulk.user-1.dataset-1.job-1'
const UPLOAD = 'postil.import.user-1.dataset-2'
const bulk = { kind: 'bulk', userId: 'user-1', datasetId: 'dataset-1' } as const
const upload = { kind: 'upload', userId: 'user-1', datasetId: 'dataset-2' } as const

afterEach(() => localStorage.clear())

function keepOld(): void {
  localStorage.setItem(BULK, JSON.stringify({ id: 'job-1', sent: 1 }))
  localStorage.setItem(UPLOAD, JSON.stringify({ mode: 'skip' }))
  localStorage.setItem('postil.theme', 'dark')
}

it('moves bulk changes and uploads, and leaves what is no job', async () => {
  keepOld()
  const store = memoryStore()
  await moveOldJobs(store)
  expect(await store.loadJobs(bulk)).toEqual([{ ...bulk, id: 'job-1', job: { id: 'job-1', sent: 1 } }])
  expect(await store.loadJobs(upload)).toEqual([{ ...upload, id: 'dataset-2', job: { mode: 'skip' } }])
  expect(Object.keys(localStorage)).toEqual(['postil.theme'])
})

it.each([
  ['before a job is stored', 'putJob'],
  ['before it is removed from its old place', 'removeItem'],
] as const)('loses and doubles nothing when the page dies %s', async (_, dying) => {
  keepOld()
  const store = memoryStore()
  const death = vi.fn(() => {
    throw new Error('The tab is closed.')
  })
  const spy =
    dying === 'putJob'
      ? vi.spyOn(store, 'putJob').mockImplementation(death)
      : vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(death)
  await expect(moveOldJobs(store)).rejects.toThrow('The tab is closed.')
  expect(death).toHaveBeenCalledTimes(1)
  spy.mockRestore()
  await moveOldJobs(store)
  expect(await store.loadJobs(bulk)).toMatchObject([{ job: { sent: 1 } }])
  expect(await store.loadJobs(upload)).toMatchObject([{ job: { mode: 'skip' } }])
  expect(Object.keys(localStorage)).toEqual(['postil.theme'])
})

it('does not take a job back to where it was when it went on after the move', async () => {
  keepOld()
  const store = memoryStore()
  await store.putJob({ ...bulk, id: 'job-1', job: { id: 'job-1', sent: 4 } })
  await moveOldJobs(store)
  expect(await store.loadJobs(bulk)).toMatchObject([{ job: { sent: 4 } }])
})
