import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFeedback, settings } from '../../feedback/testing/fake-feedback.ts'
import { withSearch } from '../../feedback/testing/with-search.ts'
import { openAnnotation, show, shownText } from '../testing/open-annotation.tsx'

afterEach(() => vi.unstubAllGlobals())

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const answered = { status: 'submitted', values: { intent: { value: 'card' } } }
const records = [{ id: 'r1' }, { id: 'r2', response: answered }]
const SINCE = 1_763_900_000_000
const NEWS = { records: 3, since_ms: SINCE, until_ms: SINCE + 5000 }
const WORDS = 'Leads decided on 3 records you answered.'

describe('new decisions', () => {
  it('are told in one line, which leads to just these records and goes away on every device', async () => {
    const server = fakeFeedback({ questions, records })
    const found = withSearch(server)
    await show(server)
    expect(screen.queryByText(WORDS)).toBeNull()
    server.state.newDecisions = NEWS
    const { user } = await show(server)
    await screen.findByText(WORDS)
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    // The message fades out.
    await waitFor(() => expect(screen.queryByText(WORDS)).toBeNull())
    expect(found.lastSearch().filters).toEqual({
      and: expect.arrayContaining([{ type: 'range', scope: { entity: 'record', property: 'decided_at' }, ge: SINCE }]),
    })
    await waitFor(() =>
      expect(server.calls).toContainEqual({
        method: 'PUT',
        path: expect.stringMatching(/\/resolutions\/seen$/),
        body: { until_ms: SINCE + 5000 },
      }),
    )
    await user.click(await screen.findByRole('button', { name: /^Filters/ }))
    await screen.findByRole('button', { name: /^Edit the filter Decided by a lead: Decided by a lead: ≥ .*2025/ })
    await show(server)
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    expect(screen.queryByText(WORDS)).toBeNull()
  })

  it('are told, too, when nothing is left to answer, and can be dismissed', async () => {
    const { server } = await openAnnotation({ questions, records: [{ id: 'r2', response: answered }] })
    server.state.newDecisions = { ...NEWS, records: 1 }
    const { user } = await show(server)
    await screen.findByText('A lead decided on 1 record you answered.')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('A lead decided on 1 record you answered.')).toBeNull())
    await waitFor(() => expect(server.calls.at(-1)?.path).toMatch(/\/resolutions\/seen$/))
  })
})
