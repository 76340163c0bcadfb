import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../feedback/testing/fake-feedback.ts'
import { openAnnotation, question, shownText } from '../testing/open-annotation.tsx'

afterEach(() => vi.unstubAllGlobals())

const intent = { name: 'intent', title: 'Intent', required: true, settings: settings.label('refund', 'card') }
const tags = { name: 'tags', title: 'Tags', settings: settings.labels('urgent', 'angry') }
const order = { name: 'order', title: 'Order', settings: settings.ranking('speed', 'price') }
const questions = [intent, tags, order]
const records = [{ id: 'r1' }, { id: 'r2' }]
const shows = (id: string) => waitFor(() => expect(shownText()).toContain(`Text of ${id}`))
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Known answer' }))
const button = (name: RegExp | string) => screen.findByRole('button', { name })
/** Make the second option of the first question the known answer of the record. */
async function setKnown(user: UserEvent) {
  await button(SET)
  await user.keyboard('2{Escape}k')
  await (await sheet()).findByText('card')
  await user.click((await sheet()).getByRole('button', { name: 'Set as known answer' }))
  await button(IS_GOLD)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const SET = 'Set the known answer…'
const IS_GOLD = 'Gold record: change its known answer…'

describe('the known answer of a record', () => {
  it('is what the form contains, once the lead has seen and confirmed it, and can be undone', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await button(SET)
    await user.keyboard('2{Escape}k')
    const shown = await sheet()
    await shown.findByText('Intent')
    expect(shown.getByText('card')).toBeTruthy()
    expect(shown.queryByText('Tags')).toBeNull()
    expect(server.knownOf('r1')).toEqual({ isGold: false, answers: {} })
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Set as known answer'))
    await user.keyboard('{Enter}')
    await screen.findByText('The known answer is set. The record is gold.')
    expect(server.knownOf('r1')).toEqual({ isGold: true, answers: { intent: 'card' } })
    await button(IS_GOLD)
    // The record stays, and so does what is in the form.
    expect(shownText()).toContain('Text of r1')
    expect(server.responseOf('r1')).toBeUndefined()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The record is as it was before.')
    expect(server.knownOf('r1')).toEqual({ isGold: false, answers: {} })
    await button(SET)
  })

  it('replaces an earlier one only where the form says something else, and undo brings that back', async () => {
    const response = {
      status: 'submitted',
      values: { intent: { value: 'card' }, tags: { value: ['angry', 'urgent'] } },
    }
    const server = await openAnnotation({ questions, records: [{ id: 'r0', response }] }, '?status=submitted')
    server.server.decide('r0', 'intent', 'refund')
    server.server.decide('r0', 'tags', ['urgent', 'angry'])
    server.server.decide('r0', 'order', [
      { value: 'speed', rank: 1 },
      { value: 'price', rank: 2 },
    ])
    const before = server.server.knownOf('r0')
    const { user } = server
    await user.click(await button(SET))
    const shown = await sheet()
    await shown.findByText('replaces: refund')
    expect(shown.getByText('decided')).toBeTruthy()
    expect(shown.getByText('decided, stays')).toBeTruthy()
    server.server.calls.length = 0
    await user.click(shown.getByRole('button', { name: 'Set as known answer' }))
    await screen.findByText('The known answer is set. The record is gold.')
    expect(server.server.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['PUT', '/api/v1/records/r0/resolutions', { question_id: 'intent', value: 'card' }],
      ['PUT', '/api/v1/records/r0/gold', undefined],
    ])
    // The line above the questions says so, too.
    await within(await screen.findByRole('region', { name: 'A lead has decided about this record:' })).findByText(
      'card',
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('The record is as it was before.')
    expect(server.server.knownOf('r0')).toEqual(before)
  })

  it('needs an answer in the form, and takes no incomplete one', async () => {
    const { user } = await openAnnotation({ questions, records })
    await user.click(await button(SET))
    let shown = await sheet()
    await shown.findByText('Answer a question first: what the form contains becomes the known answer.', {
      selector: 'p',
    })
    expect(shown.queryByRole('switch')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // One of two options is ranked.
    question('Order')
      .getByRole('group', { name: /^speed/ })
      .focus()
    await user.keyboard('1{Escape}')
    await user.click(await button(SET))
    shown = await sheet()
    await shown.findByText('not a complete answer, is left out')
  })

  it('is not stored in part, nor over a decision that the lead has not seen', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await button(SET)
    await user.keyboard('2{Escape}k')
    const shown = await sheet()
    await shown.findByText('card')
    server.decide('r1', 'intent', 'refund')
    await user.click(shown.getByRole('button', { name: 'Set as known answer' }))
    await screen.findByText('Somebody has changed the decisions meanwhile. Look at them again.')
    expect(server.knownOf('r1')).toEqual({ isGold: false, answers: { intent: 'refund' } })
    await shown.findByText('replaces: refund')
    // The decision is stored, but the record cannot become gold.
    server.state.refuseWith = { status: 422, detail: 'A dataset can have at most 1000 gold records' }
    await user.click(shown.getByRole('button', { name: 'Set as known answer' }))
    await screen.findByText(/at most 1000 gold records/)
    expect(server.knownOf('r1')).toEqual({ isGold: false, answers: { intent: 'refund' } })
  })

  it('stays when the record is made ordinary, which can be undone', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    server.decide('r1', 'intent', 'refund')
    await user.click(await button(SET))
    await user.click(await (await sheet()).findByRole('switch', { name: 'Gold record' }))
    await screen.findByText('The record is gold.')
    await user.click(await (await sheet()).findByRole('switch', { name: 'Gold record', checked: true }))
    await screen.findByText('The record is ordinary again. Its decisions stay.')
    expect(server.knownOf('r1')).toEqual({ isGold: false, answers: { intent: 'refund' } })
    await user.keyboard('{Escape}')
    await user.click(await button('Undo'))
    await waitFor(() => expect(server.knownOf('r1').isGold).toBe(true))
  })

  it('belongs to an ordinary record as soon as the history has made it ordinary', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await setKnown(user)
    const mark = { record_id: 'r1' }
    server.state.history = [
      { kind: 'gold.create', after: mark },
      { kind: 'gold.delete', before: mark, after: null },
    ]
    await user.click(screen.getByRole('button', { name: 'Details' }))
    await user.click(await button('Show the answers'))
    await user.click(await button('Make the record ordinary again'))
    await screen.findByText('The record is as it was then')
    await user.keyboard('{Escape}')
    await button(SET)
    expect(server.knownOf('r1').isGold).toBe(false)
  })

  it('makes the record gold again that another lead has made ordinary meanwhile', async () => {
    const { server, user } = await openAnnotation({ questions, records })
    await setKnown(user)
    await user.click(question('Intent').getByRole('radio', { name: /^refund/ }))
    await user.click(await button(IS_GOLD))
    const shown = await sheet()
    await shown.findByText('replaces: card')
    await fetch('/api/v1/records/r1/gold', { method: 'DELETE' })
    expect(server.knownOf('r1').isGold).toBe(false)
    await user.click(shown.getByRole('button', { name: 'Set as known answer' }))
    await waitFor(() => expect(server.knownOf('r1')).toEqual({ isGold: true, answers: { intent: 'refund' } }))
    await button(IS_GOLD)
  })

  it('is for leads: nobody else is offered it', async () => {
    const { server, user } = await openAnnotation({ questions, records, role: 'annotator' })
    server.decide('r1', 'intent', 'refund')
    await button('Skip, not now')
    await user.keyboard('k')
    await shows('r1')
    expect(screen.queryByRole('button', { name: SET })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
