import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeWindowWidth } from '../../ui/testing/fake-media.ts'
import { type FakeDataset, fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { withSearch } from '../feedback/testing/with-search.ts'
import { focused, openAnnotation, show, shownText } from './testing/open-annotation.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const dataset: FakeDataset = {
  questions: [
    { name: 'intent', required: true, settings: settings.label('refund', 'card') },
    { name: 'note', settings: settings.text() },
  ],
  records: [{ id: 'r1' }, { id: 'r2' }],
  guidelines: '# How to answer\n\nRead **twice**.',
}
const toggle = () => screen.getByRole('button', { name: 'Guidelines' })
const isOpen = () => toggle().getAttribute('aria-expanded') === 'true'
const text = () => screen.queryByRole('region', { name: 'Text of the guidelines' })
const line = () => screen.getByRole('separator', { name: 'Room for the guidelines' })
const room = () => Number(line().getAttribute('aria-valuenow'))

describe('guidelines', () => {
  it('open and close over the questions with G, the keys following', async () => {
    const { user } = await openAnnotation(dataset)
    expect(isOpen()).toBe(false)
    // While a question has the focus, letters search for its options.
    await user.keyboard('g')
    expect(isOpen()).toBe(false)
    await user.keyboard('{Escape}g')
    await screen.findByRole('heading', { name: 'How to answer' })
    expect(document.activeElement).toBe(text())
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fields of the record' }))
    await user.keyboard('g')
    await waitFor(() => expect(text()).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Fields of the record' }))
  })

  it('give the keys back to the next record’s questions', async () => {
    const { user } = await openAnnotation(dataset)
    await user.keyboard('1{Escape}g')
    await waitFor(() => expect(document.activeElement).toBe(text()))
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(document.activeElement).toBe(text())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() => expect(focused()).toBe('intent refund'))
    expect(isOpen()).toBe(true)
  })

  it('stay as they were left: open or not, and as large, for this user and in bulk too', async () => {
    const server = fakeFeedback(dataset)
    withSearch(server)
    const { user } = await show(server)
    await user.click(toggle())
    expect(room()).toBe(30)
    line().focus()
    await user.keyboard('{End}')
    expect(room()).toBe(60)
    await show(server)
    expect([isOpen(), room()]).toEqual([true, 60])
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('list', { name: 'Records' })
    expect([isOpen(), room()]).toEqual([true, 60])

    const { user: other } = await openAnnotation(dataset)
    expect(isOpen()).toBe(false)
    await other.click(toggle())
    expect(room()).toBe(30)
  })

  it('are sized by a line: 16 px a key press, within limits, back with a double click, by dragging', async () => {
    const { user } = await openAnnotation(dataset)
    await user.click(toggle())
    // jsdom has no layout.
    const column = line().parentElement
    if (!column) throw new Error('the line stands alone')
    column.getBoundingClientRect = () => new DOMRect(0, 100, 500, 800)
    line().focus()
    await user.keyboard('{ArrowDown}')
    expect(room()).toBe(32)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(room()).toBe(28)
    await user.keyboard('{Home}')
    expect(room()).toBe(15)
    await user.keyboard('{ArrowUp}')
    expect(room()).toBe(15)
    fireEvent.doubleClick(line())
    expect(room()).toBe(30)
    line().setPointerCapture = () => undefined
    line().hasPointerCapture = () => true
    fireEvent.pointerMove(line(), { clientY: 500 })
    expect(room()).toBe(50)
    fireEvent.pointerMove(line(), { clientY: 899 })
    expect(room()).toBe(60)
  })

  it('fold away without a line to drag where everything stands one below the other', async () => {
    const view = fakeWindowWidth(390)
    const { user } = await openAnnotation(dataset)
    await user.click(toggle())
    await screen.findByRole('heading', { name: 'How to answer' })
    expect(screen.queryByRole('separator')).toBeNull()
    act(() => view.resize(1200))
    expect(room()).toBe(30)
  })

  it('lead those who may write them to the settings, and are not there for others', async () => {
    const bare = { ...dataset, guidelines: ' ' }
    const { user } = await openAnnotation(bare)
    await user.click(toggle())
    const link = await within(text() ?? document.body).findByRole('link', { name: 'Write them in the settings' })
    expect(link.getAttribute('href')).toMatch(/\/settings$/)
    await openAnnotation({ ...bare, role: 'annotator' })
    expect(screen.queryByRole('button', { name: 'Guidelines' })).toBeNull()
  })

  it('have one place only', async () => {
    await openAnnotation(dataset)
    expect(screen.getAllByRole('button', { name: /Guidelines/ })).toHaveLength(1)
  })
})
