import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../api/query-client.ts'
import { useDeviceMemory } from '../../../local/use-outbox.ts'
import { fakeFeedback, settings } from '../testing/fake-feedback.ts'
import { currentRecord, positionOf } from './queue.ts'
import { useQueue } from './use-queue.ts'

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const records = Array.from({ length: 60 }, (_, index) => ({ id: `r${index + 1}` }))
const query = { status: 'pending' as const, filters: [], sort: [] }

afterEach(() => vi.unstubAllGlobals())

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
)

async function openDesk(page: number, count = records.length) {
  const server = fakeFeedback({ questions, records: records.slice(0, count) })
  const replies = heldReplies()
  const memory = renderHook(() => useDeviceMemory(server.user.id, server.id))
  await waitFor(() => expect(memory.result.current).toBeDefined())
  const device = memory.result.current as NonNullable<typeof memory.result.current>
  const { result } = renderHook(() => useQueue({ datasetId: server.id, query, page, memory: device }), { wrapper })
  return { server, replies, result }
}

describe('a queue', () => {
  it('begins at its page: the offset is the page minus one [K11]', async () => {
    const { result, replies } = await openDesk(21)
    await waitFor(() => expect(currentRecord(result.current.queue)?.id).toBe('r21'))
    expect(positionOf(result.current.queue)).toBe(21)
    expect(replies.asked[0]).toContain('offset=20')
  })

  it('goes to page 1 when the page has no record', async () => {
    const { result } = await openDesk(9, 3)
    await waitFor(() => expect(currentRecord(result.current.queue)?.id).toBe('r1'))
    expect([positionOf(result.current.queue), result.current.queue.isComplete]).toEqual([1, true])
  })

  it('goes on after a failure, where it was', async () => {
    const { server, result } = await openDesk(1)
    await waitFor(() => expect(result.current.queue.records).toHaveLength(10))
    server.state.isDown = true
    act(() => result.current.show(() => 7))
    await waitFor(() => expect(result.current.error).not.toBeNull())
    server.state.isDown = false
    act(() => result.current.retry())
    await waitFor(() => expect(result.current.queue.records).toHaveLength(20))
    expect([result.current.error, currentRecord(result.current.queue)?.id]).toEqual([null, 'r8'])
  })
})

describe('a queue that is fetched anew', () => {
  it('does not take a reply to what was asked before', async () => {
    const { replies, result } = await openDesk(7)
    replies.hold()
    await waitFor(() => expect(result.current.queue.records.length).toBeGreaterThan(0))
    await waitFor(() => expect(replies.waiting()).toBe('offset=0'))

    // The previous page arrives after the reload was requested and before it is rendered.
    await act(async () => {
      result.current.reload(30)
      await replies.release()
    })
    await waitFor(() => expect(result.current.queue.records.length).toBeGreaterThan(0))
    expect(positionOf(result.current.queue)).toBe(30)
    expect(currentRecord(result.current.queue)?.id).toBe('r30')
  })
})

/** Holds back replies that begin at the first record until they are released. */
function heldReplies() {
  const answer = globalThis.fetch
  let release = () => {}
  let isHolding = false
  let waiting: string | undefined
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.includes('/records?')) asked.push(input)
    const reply = await answer(input, init)
    const place = /offset=0\b/.exec(input)?.[0]
    if (!isHolding || place === undefined || waiting !== undefined) return reply
    waiting = place
    await new Promise<void>((done) => {
      release = done
    })
    return reply
  })
  return {
    asked,
    hold: () => {
      isHolding = true
    },
    waiting: () => waiting,
    /** Release the reply, and wait until it is processed. */
    release: async () => {
      release()
      await new Promise((done) => setTimeout(done, 50))
    },
  }
}
