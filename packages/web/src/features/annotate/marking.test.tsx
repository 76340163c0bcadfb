import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../feedback/testing/fake-feedback.ts'
import { freezeClock, openAnnotation, shownText } from './testing/open-annotation.tsx'

const three = [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }]
const names = { name: 'names', required: true, settings: settings.span('person', 'place') }
const overlapping = { ...names, settings: { ...names.settings, allow_overlapping: true } }
const suggestion = { question: 'names', value: [{ label: 'person', start: 0, end: 4 }] }

const markedText = () => screen.findByRole('group', { name: /^Text to mark/ })
const untilFocused = async () => {
  const text = await markedText()
  await waitFor(() => expect(document.activeElement).toBe(text))
}

afterEach(() => vi.restoreAllMocks())

describe('marking texts by keyboard', () => {
  // The code for marking texts is lazily loaded, and nothing is preloaded in the first test of this file.
  it('begins in the text, on its first word, also when its code comes after the form', async () => {
    const { user, server } = await openAnnotation({ questions: [names], records: three })
    await untilFocused()
    await user.keyboard('1{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({
        status: 'submitted',
        values: { names: { value: [{ label: 'person', start: 0, end: 4 }] } },
      }),
    )
    await untilFocused()
    expect(screen.getByRole('checkbox', { name: /person/ })).toHaveProperty('checked', false)
  })

  it('asks a required question until something is marked or 0 says that there is nothing', async () => {
    const { user, server } = await openAnnotation({ questions: [names], records: three })
    await untilFocused()
    await user.keyboard('{Enter}')
    await screen.findByText('Answer every required question first.', { selector: '[role=alert]' })
    expect(server.calls).toEqual([])
    await user.keyboard('0{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() => expect(server.responseOf('r1')).toMatchObject({ values: { names: { value: [] } } }))
  })

  it('takes a second Enter as the end of the first: the next record, which nobody has read, stays', async () => {
    const records = three.map((record) => ({ ...record, suggestions: [suggestion] }))
    const { user, server } = await openAnnotation({ questions: [names], records })
    await untilFocused()
    freezeClock()
    await user.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r2'))
    await waitFor(() => expect(server.responseOf('r1')?.status).toBe('submitted'))
    expect(shownText()).toContain('Text of r2')
    expect(server.responseOf('r2')).toBeUndefined()
    // After the user has changed the record, Enter is no accidental second press.
    await untilFocused()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(shownText()).toContain('Text of r3'))
  })

  it('jumps to each of several marks that begin together, and removes only that one', async () => {
    const value = [
      { label: 'person', start: 0, end: 4 },
      { label: 'place', start: 0, end: 7 },
    ]
    const { user, server } = await openAnnotation({
      questions: [{ ...names, settings: Object.assign(settings.span('person', 'place'), { allow_overlapping: true }) }],
      records: three.map((record) => ({ ...record, suggestions: [{ question: 'names', value }] })),
    })
    await untilFocused()
    await user.keyboard('nn')
    screen.getByText('Text, marked person')
    await user.keyboard('{Delete}')
    await screen.findByText('1 mark')
    // The caret stays on the mark that is left there.
    await user.keyboard('{Escape}{Enter}')
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({
        values: { names: { value: [{ label: 'place', start: 0, end: 7 }] } },
      }),
    )
  })

  it('removes the shortest of the marks at the caret, then the next, and takes back each by itself', async () => {
    const value = [
      { label: 'place', start: 0, end: 7 },
      { label: 'person', start: 0, end: 4 },
      { label: 'place', start: 0, end: 10 },
    ]
    const { user, server } = await openAnnotation({
      questions: [overlapping],
      records: three.map((record) => ({ ...record, suggestions: [{ question: 'names', value }] })),
    })
    await untilFocused()
    await user.keyboard('{ArrowRight}{ArrowLeft}{Delete}')
    await screen.findByText('2 marks')
    expect(screen.getByText(/^Mark removed: person: Text\. place: Text of/).getAttribute('role')).toBe('status')
    await user.keyboard('{Delete}')
    await screen.findByText('1 mark')
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('2 marks')
    await user.keyboard('{Delete}{Escape}{Enter}')
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({
        values: { names: { value: [{ label: 'place', start: 0, end: 10 }] } },
      }),
    )
  })

  it('changes the label of the mark that the caret is on, and marks a selection anew', async () => {
    const value = [
      { label: 'place', start: 0, end: 10 },
      { label: 'person', start: 5, end: 7 },
    ]
    const { user, server } = await openAnnotation({
      questions: [overlapping],
      records: three.map((record) => ({ ...record, suggestions: [{ question: 'names', value }] })),
    })
    await untilFocused()
    // The menu names the mark that it changes: the shortest at the caret.
    await user.keyboard('{ArrowRight}{Enter}')
    const menu = await screen.findByRole('dialog', { name: 'Label for “of”' })
    await user.click(within(menu).getByRole('option', { name: /place/ }))
    await screen.findByText('place: of', { selector: '[role=status]' })
    await untilFocused()
    // A number changes the mark that was jumped to; where only a part of a mark is at the caret, it marks that part.
    await user.keyboard('p1')
    await screen.findByText('person: Text of r1', { selector: '[role=status]' })
    screen.getByText('2 marks')
    await user.keyboard('{Home}{ArrowRight}{ArrowLeft}2')
    await screen.findByText('3 marks')
    // Words selected with Shift get another mark, even where there is one.
    await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowLeft}{/Shift}1')
    await screen.findByText('4 marks')
    await user.keyboard('{Escape}{Enter}')
    await waitFor(() =>
      expect(server.responseOf('r1')).toMatchObject({
        values: {
          names: {
            value: [
              { label: 'place', start: 0, end: 4 },
              { label: 'person', start: 0, end: 10 },
              { label: 'place', start: 5, end: 7 },
              { label: 'person', start: 5, end: 7 },
            ],
          },
        },
      }),
    )
  })

  it('goes on in the text at once when the menu closes, so that no key is lost until the next frame', async () => {
    const { user } = await openAnnotation({ questions: [names], records: three })
    await untilFocused()
    await user.keyboard('{ArrowRight}{Enter}')
    await screen.findByRole('dialog', { name: 'Label for “of”' })
    const box = document.activeElement ?? document.body
    fireEvent.keyDown(box, { key: ' ' })
    expect(screen.getByText('person: of', { selector: '[role=status]' })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: /^Text to mark/ }))
  })

  it('removes all marks of the words selected with Shift', async () => {
    const value = [
      { label: 'person', start: 0, end: 4 },
      { label: 'place', start: 5, end: 7 },
    ]
    const { user } = await openAnnotation({
      questions: [names],
      records: three.map((record) => ({ ...record, suggestions: [{ question: 'names', value }] })),
    })
    await untilFocused()
    await user.keyboard('{ArrowRight}{ArrowLeft}{Shift>}{ArrowRight}{/Shift}{Delete}')
    await waitFor(() => expect(screen.queryByText(/^\d marks?$/)).toBeNull())
  })
})
