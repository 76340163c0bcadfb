import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../api/keys.ts'
import { createQueryClient } from '../api/query-client.ts'
import { fakeFeedback } from '../features/feedback/testing/fake-feedback.ts'
import { OutboxLink } from './OutboxLink.tsx'
import { openOutbox } from './open-outbox.ts'

afterEach(() => vi.unstubAllGlobals())

it('has the counts of a dataset asked for again when an answer arrives on another page', async () => {
  const { id: datasetId, user } = fakeFeedback({
    questions: [{ name: 'note', settings: { type: 'text', use_markdown: false } }],
    records: [{ id: 'r1' }],
  })
  const client = createQueryClient()
  const key = queryKeys.metrics(datasetId)
  client.setQueryData(key, { total: 1 })
  render(
    <QueryClientProvider client={client}>
      <OutboxLink userId={user.id} />
    </QueryClientProvider>,
  )
  const outbox = await openOutbox(user.id)
  expect(client.getQueryState(key)?.isInvalidated).toBe(false)
  const change = { status: 'discarded' as const, values: {} }
  await outbox.enqueue({ datasetId, recordId: 'r1', change, from: 'pending', base: null, answers: {} })
  await vi.waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true), 10_000)
})
