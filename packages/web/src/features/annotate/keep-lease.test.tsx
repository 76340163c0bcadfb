import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../feedback/testing/fake-feedback.ts'
import { chosen, openAnnotation, show, shownText } from './testing/open-annotation.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const records = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]

describe('a dataset that needs only so many answers for each record', () => {
  it('keeps the record on the screen for the user, and the next one in its place', async () => {
    const { server, user } = await openAnnotation({ questions, records, taken: [] })
    const leases = () => server.calls.filter(({ path }) => path.endsWith('/leases')).map(({ body }) => body)
    const first = { record_ids: ['r1', 'r2', 'r3'], limit: 1 }
    await waitFor(() => expect(leases()).toEqual([first]))
    await user.keyboard('1')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() => expect(leases()).toEqual([first, { record_ids: ['r2', 'r3'], limit: 1 }]))
    // A record that the user has answered needs no lease.
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    expect(leases()).toHaveLength(2)
  })

  it('shows the next record instead of one that others are answering', async () => {
    const { server } = await openAnnotation({ questions, records, taken: ['r1', 'r2'] })
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
    await screen.findAllByText('Others have that record now: here is the next.')
    const leases = server.calls.filter(({ path }) => path.endsWith('/leases'))
    expect(leases[0]?.body).toEqual({ record_ids: ['r1', 'r2', 'r3'], limit: 1 })
  })

  it('says that others may have the rest when nothing is left, and looks again', async () => {
    const { server, user } = await openAnnotation({ questions, records, taken: ['r2', 'r3'] })
    await user.keyboard('1')
    await screen.findByText(
      'Nothing is pending for you now: the other records are answered, assigned to others, or others have them open.',
    )
    server.giveBack()
    await user.click(screen.getByRole('button', { name: 'Look again' }))
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
  })

  it('does so after an answer, too', async () => {
    const { user } = await openAnnotation({ questions, records, taken: ['r2'] })
    await user.keyboard('1')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
  })
})

describe('what the user has begun on a record that others have completed since', () => {
  const note = { name: 'note', settings: settings.text() }

  it('is told, and is there again', async () => {
    const taken: string[] = []
    const begun = [{ id: 'r1', isCompleted: true }, { id: 'r2' }]
    const { server, user } = await openAnnotation({ questions: [...questions, note], records: begun, taken })
    await user.keyboard('2')
    await waitFor(() => expect(chosen('intent')).toEqual(['card']))
    await screen.findByText('Kept on this device, not submitted')
    taken.push('r1')
    const { user: again } = await show(server)
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await screen.findAllByText('Others have completed a record that you had begun. Your unsent changes to it are kept.')
    await again.click(screen.getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(shownText()).toContain('Text of r1'))
    expect(chosen('intent')).toEqual(['card'])
    await screen.findByText('Others have given all the answers this record needs. Yours would be one more.')
  })

  it('and saved as a draft says that it would be one answer more', async () => {
    const response = { status: 'draft', values: { intent: { value: 'card' } } }
    const drafts = [{ id: 'r1', isCompleted: true, response }]
    await openAnnotation({ questions: [...questions, note], records: drafts, taken: [] }, '?status=draft')
    await screen.findByText('Others have given all the answers this record needs. Yours would be one more.')
  })
})

it('a dataset whose records go to everyone keeps none', async () => {
  const { server, user } = await openAnnotation({ questions, records })
  await user.keyboard('1')
  await waitFor(() => expect(shownText()).toContain('Text of r2'))
  await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
  expect(server.calls.map(({ path }) => path)).toEqual(['/api/v1/records/r1/responses'])
})
