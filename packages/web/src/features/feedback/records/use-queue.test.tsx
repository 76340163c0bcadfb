import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useDeviceMemory } from '../../../local/use-outbox.ts'
import { fakeFeedback, settings } from '../testing/fake-feedback.ts'
import { currentRecord, positionOf } from './queue.ts'
import { useQueue } from './use-queue.ts'

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const records = Array.from({ length: 60 }, (_, index) => ({ id: `r${index + 1}` }))
const query = { status: 'pending' as const, filters: [], sort: [] }

afterEach(() => vi.unstubAllGlobals())

describe('a queue that is fetched anew', () => {
  it('does not take a reply to what was asked before', async () => {
    const server = fakeFeedback({ questions, records })
    const replies = heldReplies()
    const memory = renderHook(() => useDeviceMemory(server.user.id, server.id))
    await waitFor(() => expect(memory.result.current).toBeDefined())
    const device = memory.result.current as NonNullable<typeof memory.result.current>
    const { result } = renderHook(() => useQueue({ datasetId: server.id, query, page: 7, memory: device }))
    await waitFor(() => expect(result.current.queue.records.length).toBeGreaterThan(0))
    await waitFor(() => expect(replies.waiting()).toBe('offset=0'))

    // The page before arrives after the change of place was asked for and before it is drawn.
    await act(async () => {
      result.current.reload(30)
      await replies.release()
    })
    await waitFor(() => expect(result.current.queue.records.length).toBeGreaterThan(0))
    expect(positionOf(result.current.queue)).toBe(30)
    expect(currentRecord(result.current.queue)?.id).toBe('r30')
  })
})

/** Replies that begin at the first record wait until they are released. */
function heldReplies() {
  const answer = globalThis.fetch
  let release = () => {}
  let waiting: string | undefined
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const reply = await answer(input, init)
    const asked = /offset=0\b/.exec(input)?.[0]
    if (asked === undefined || waiting !== undefined) return reply
    waiting = asked
    await new Promise<void>((done) => {
      release = done
    })
    return reply
  })
  return {
    waiting: () => waiting,
    /** Let it go, and wait until it has been read. */
    release: async () => {
      release()
      await new Promise((done) => setTimeout(done, 50))
    },
  }
}
