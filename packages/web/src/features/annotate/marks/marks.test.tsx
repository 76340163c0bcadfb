import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../../ui/testing/fake-media.ts'
import { settings } from '../../feedback/testing/fake-feedback.ts'
import { openAnnotation, show, shownText } from '../testing/open-annotation.tsx'

afterEach(() => vi.unstubAllGlobals())

const questions = [{ name: 'intent', required: true, settings: settings.label('refund', 'card') }]
const records = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]
const SKIP = '{Control>}{ArrowRight}{/Control}'
const UNDO = '{Control>}z{/Control}'
const shows = (id: string) => waitFor(() => expect(shownText()).toContain(`Text of ${id}`))

describe('skipping a record', () => {
  it('shows the next one, and undo the skipped one again, before what was answered earlier', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await screen.findByRole('button', { name: 'Skip, not now' })
    await user.keyboard('1')
    await shows('r2')
    await user.keyboard(SKIP)
    await shows('r3')
    await screen.findByText('Skipped. It waits at the end of the queue.')
    await user.keyboard(UNDO)
    await shows('r2')
    // Nor does the message offer it a second time, which would count the record twice. Shorter than it stays by itself.
    await waitFor(() => expect(screen.queryByText(/^Skipped/)).toBeNull(), { timeout: 3000 })
    await user.keyboard(UNDO)
    await shows('r1')
    await waitFor(() => expect(server.responseOf('r1')).toBeUndefined())
    const skips = server.calls.filter(({ path }) => path.endsWith('/skip')).map(({ method, path }) => [method, path])
    expect(skips).toEqual([
      ['PUT', '/api/v1/records/r2/skip'],
      ['DELETE', '/api/v1/records/r2/skip'],
    ])
  })

  it('leaves the skipped records to the end of the queue, where they can be brought back', async () => {
    const { user } = await openAnnotation({ questions, records })
    await user.click(await screen.findByRole('button', { name: 'Skip, not now' }))
    await shows('r2')
    await user.keyboard(SKIP)
    await shows('r3')
    await user.keyboard('1')
    await user.click(await screen.findByRole('button', { name: 'Bring back 2 skipped records' }))
    await shows('r1')
  })

  it('does not say that every record has an answer while some are skipped', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await user.click(await screen.findByRole('button', { name: 'Skip, not now' }))
    for (const next of ['r2', 'r3']) {
      await shows(next)
      await user.keyboard('1')
    }
    await screen.findByRole('button', { name: 'Bring back 1 skipped record' })
    await waitFor(() => expect(server.responseOf('r3')?.status).toBe('submitted'))
    await show(server)
    await screen.findByText('Nothing is pending for you now.')
    await user.click(await screen.findByRole('button', { name: 'Bring back 1 skipped record' }))
    await shows('r1')
    await user.keyboard('1')
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    await show(server)
    await screen.findByText('Nothing is pending: every record has your answer.')
  })

  it('shows the record again when the server refuses to skip it', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await shows('r1')
    server.state.refuseWith = { status: 422, detail: 'too many are skipped' }
    await user.keyboard(SKIP)
    await shows('r1')
    await screen.findByText('too many are skipped', { exact: false })
  })

  it('is offered for pending records only', async () => {
    const answered = { id: 'r0', response: { status: 'submitted', values: { intent: { value: 'card' } } } }
    await openAnnotation({ questions, records: [answered] }, '?status=submitted')
    expect((await screen.findByRole('button', { name: 'Skip, not now' })).hasAttribute('disabled')).toBe(true)
  })
})

describe('a doubt', () => {
  it('is written by key, shown with the record, changed and taken back', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await screen.findByRole('button', { name: 'Ask the lead about this record' })
    await user.keyboard('{Control>}.{/Control}')
    await user.type(await screen.findByLabelText('What are you not sure of?'), 'Is it both?')
    await user.click(screen.getByRole('button', { name: 'Mark as doubtful' }))
    await screen.findByText('You asked: Is it both?')
    expect(server.calls.at(-1)).toEqual({
      method: 'PUT',
      path: '/api/v1/records/r1/doubt',
      body: { note: 'Is it both?' },
    })
    await user.click(screen.getByRole('button', { name: 'You have asked the lead about this record' }))
    await user.click(await screen.findByRole('button', { name: 'Take it back' }))
    await waitFor(() => expect(screen.queryByText('You asked: Is it both?')).toBeNull())
    await screen.findByRole('button', { name: 'Ask the lead about this record' })
  })

  it('keeps what is typed until it is saved, also when the window gets narrower or the page is left', async () => {
    const screenWidth = fakeWindowWidth(1440)
    const opened = await openAnnotation({ questions, records })
    const { server } = opened
    const reopen = async () => {
      await opened.user.keyboard('{Control>}.{/Control}')
      return screen.findByLabelText<HTMLTextAreaElement>('What are you not sure of?')
    }
    await screen.findByRole('button', { name: 'Ask the lead about this record' })
    await opened.user.type(await reopen(), 'Is it')
    act(() => screenWidth.resize(800))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await reopen()
    expect(again.value).toBe('Is it')
    await opened.user.type(again, ' both?{Escape}')
    opened.user = (await show(server)).user
    await screen.findByRole('button', { name: 'Ask the lead about this record' })
    expect((await reopen()).value).toBe('Is it both?')
    await opened.user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText('You asked: Is it both?')
    opened.user = (await show(server)).user
    await screen.findByText('You asked: Is it both?')
    await opened.user.click(screen.getByRole('button', { name: 'You have asked the lead about this record' }))
    await opened.user.click(await screen.findByRole('button', { name: 'Take it back' }))
    await screen.findByRole('button', { name: 'Ask the lead about this record' })
    expect((await reopen()).value).toBe('')
  })

  it('tells the reply when the dataset is opened, and notes that it was seen', async () => {
    const { server } = await openAnnotation({ questions, records })
    server.replyToDoubt('r2', 'It is a refund.')
    const { user } = await show(server)
    await screen.findByText('The lead has replied to a question of yours.')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    await screen.findByText('The lead replied: It is a refund.')
    await shows('r2')
    await waitFor(() => expect(server.calls.at(-1)?.path).toBe('/api/v1/records/r2/doubt/seen'))
  })
})
