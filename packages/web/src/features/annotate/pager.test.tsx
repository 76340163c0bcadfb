import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { withSearch } from '../feedback/testing/with-search.ts'
import { focused, openAnnotation, show, shownText } from './testing/open-annotation.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const questions = [
  { name: 'intent', required: true, settings: settings.label('refund', 'card') },
  { name: 'note', settings: settings.text() },
]
const records = Array.from({ length: 40 }, (_, index) => ({ id: `r${index + 1}` }))
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Go to record' })
const isShown = (place: number) => waitFor(() => expect(shownText()).toBe(`textText of r${place}`))
const complaint = () =>
  screen
    .queryAllByRole('alert')
    .map((alert) => alert.textContent)
    .join('')

describe('the number of the shown record', () => {
  it('is typed over to go to another one, fetched or not, and the address follows', async () => {
    const { user, here } = await openAnnotation({ questions, records })
    expect(field().value).toBe('1')
    await user.click(field())
    await user.keyboard('30{Enter}')
    await isShown(30)
    await waitFor(() => expect(here()).toContain('page=30'))
    expect(field().value).toBe('30')
    // Every new record focuses its first question.
    await waitFor(() => expect(focused()).toBe('intent refund'))
    await user.click(field())
    await user.keyboard('33{Enter}')
    await isShown(33)
    await waitFor(() => expect(here()).toContain('page=33'))
    await user.keyboard('{ArrowLeft}')
    await isShown(32)
  })

  it.each([
    ['0', 1],
    ['9999', 40],
  ])('%s leads to the end that is nearest, %s', async (typed, place) => {
    const { user } = await openAnnotation({ questions, records }, '?page=5')
    await user.click(field())
    await user.keyboard(`${typed}{Enter}`)
    await isShown(place)
  })

  it('leads out of a page that does not exist, by the back button too', async () => {
    const { here, goBack } = await openAnnotation({ questions, records }, '?page=99')
    await isShown(1)
    await waitFor(() => expect(here()).not.toContain('page='))
    await goBack()
    expect(here()).toBe('/datasets')
  })

  it('says in a sentence what it does not understand, and stays', async () => {
    const { user, here, server } = await openAnnotation({ questions, records }, '?page=5')
    await user.click(field())
    await user.keyboard('five{Enter}')
    expect(complaint()).toBe('Type a whole number from 1 to 40.')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field()).toBe(document.activeElement)
    await user.keyboard('6')
    expect(complaint()).toBe('')
    await user.keyboard('{Escape}')
    expect(field().value).toBe('5')
    expect(field()).not.toBe(document.activeElement)
    expect(shownText()).toContain('Text of r5')
    expect(here()).toContain('page=5')
    expect(server.calls).toEqual([])
  })

  it('is itself again when it is left without Enter', async () => {
    const { user } = await openAnnotation({ questions, records }, '?page=5')
    await user.click(field())
    await user.keyboard('12')
    await user.tab()
    expect(field().value).toBe('5')
    expect(shownText()).toContain('Text of r5')
  })

  it('leads back to records answered in this visit, and to the last of those that are left', async () => {
    const { user, server } = await openAnnotation({ questions, records })
    for (const place of [1, 2, 3]) {
      await isShown(place)
      await user.keyboard('1{Enter}')
      await waitFor(() => expect(server.responseOf(`r${place}`)?.status).toBe('submitted'))
    }
    await isShown(4)
    expect(field().value).toBe('4')
    await user.click(field())
    await user.keyboard('2{Enter}')
    await isShown(2)
    await user.click(field())
    await user.keyboard('40{Enter}')
    await isShown(40)
  })
})

describe('the number of the first record of a page in bulk', () => {
  it('is typed over to begin the page elsewhere', async () => {
    const server = fakeFeedback({ questions, records })
    withSearch(server)
    const { user, here } = await show(server)
    await user.click(screen.getByRole('radio', { name: 'Bulk' }))
    await screen.findByRole('list', { name: 'Records' })
    await user.click(field())
    await user.keyboard('two{Enter}')
    expect(complaint()).toBe('Type a whole number from 1 to 40.')
    expect(here()).not.toContain('page=')
    await user.clear(field())
    await user.keyboard('25{Enter}')
    await screen.findByRole('checkbox', { name: 'Select record 25' })
    expect(here()).toContain('page=25')
    await screen.findByText('25–34 of 40')
    await user.click(field())
    await user.keyboard('100{Enter}')
    await screen.findByText('40–40 of 40')
  })
})
