import { afterEach, expect, it, vi } from 'vitest'
import { endLease, takeLeases } from './leases.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends each request about leases only after the reply to the one before, also when that is a refusal', async () => {
  const sent: string[] = []
  const replies: ((reply: Response) => void)[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${path} ${body ?? ''}`.trim())
    return new Promise<Response>((resolve) => replies.push(resolve))
  })
  const renewed = takeLeases('d', ['a'])
  const turned = takeLeases('d', ['b'], 1)
  const ended = endLease('b')

  const first = 'PUT /api/v1/me/datasets/d/leases {"record_ids":["a"]}'
  await vi.waitFor(() => expect(sent).toEqual([first]))
  replies[0]?.(Response.json({ detail: 'no' }, { status: 500 }))
  await expect(renewed).rejects.toThrow()
  const second = 'PUT /api/v1/me/datasets/d/leases {"record_ids":["b"],"limit":1}'
  await vi.waitFor(() => expect(sent).toEqual([first, second]))
  replies[1]?.(Response.json({ record_ids: ['b'], expires_at: null }))
  expect((await turned).record_ids).toEqual(['b'])
  await vi.waitFor(() => expect(sent).toEqual([first, second, 'DELETE /api/v1/records/b/lease']))
  replies[2]?.(new Response(null, { status: 204 }))
  await ended
})
