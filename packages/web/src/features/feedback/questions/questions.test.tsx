import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { RecordSuggestion } from '../../../api/feedback/record.ts'
import { noteLabelUse, preloadManyLabels } from '../../../form/LabelQuestion.tsx'
import { SpanField } from '../../../spans/SpanField.tsx'
import { SpanQuestion } from '../../../spans/SpanQuestion.tsx'
import { SpanContextProvider } from '../../../spans/span-context.tsx'
import { settings } from '../testing/fake-feedback.ts'
import { press } from '../testing/press.ts'
import { QuestionList } from './QuestionList.tsx'
import { QuestionView } from './QuestionView.tsx'
import { spanTask } from './span-task.ts'

vi.setConfig({ testTimeout: 60_000 })
beforeAll(preloadManyLabels)

let made = 0

interface Asked {
  settings: Parameters<typeof question>[0]
  value?: AnswerValue
  suggested?: AnswerValue
  score?: RecordSuggestion['score']
  required?: boolean
  isUnconfirmed?: boolean
}

function question(of: ReturnType<(typeof settings)['label']>, required = false) {
  made += 1
  const times = { inserted_at: '', updated_at: '' }
  return { id: 'q', name: `q${made}`, title: 'Q', description: null, required, settings: of, dataset_id: 'd', ...times }
}

const suggestionOf = (value: AnswerValue | undefined, score: RecordSuggestion['score'] = null) =>
  value === undefined ? undefined : { id: 's', questionId: 'q', value, score, agent: 'bert' }

/** Render one question, and record its answers. */
function ask({ settings: of, value, suggested, score, required, isUnconfirmed = false }: Asked) {
  const asked = question(of, required)
  const answers: (AnswerValue | undefined)[] = []
  function Host() {
    const [now, setNow] = useState(value)
    const [isOpen, setOpen] = useState(isUnconfirmed)
    const answer = (_: unknown, next: AnswerValue | undefined) => {
      answers.push(next)
      setNow(next)
      setOpen(false)
    }
    return (
      <QuestionView
        question={asked}
        formKey="form"
        value={now}
        suggestion={suggestionOf(suggested, score)}
        isUnconfirmed={isOpen}
        isMissing={false}
        text={undefined}
        onAnswer={answer}
      />
    )
  }
  render(<Host />)
  return { answers, user: userEvent.setup(), last: () => answers.at(-1) }
}

/**
 * A question without an answer.
 *
 * @param formKey - key of the record's form
 */
const unanswered = (asked: ReturnType<typeof question>, formKey: string) => (
  <QuestionView
    question={asked}
    formKey={formKey}
    value={undefined}
    suggestion={undefined}
    isMissing={false}
    text={undefined}
    onAnswer={() => undefined}
  />
)

/** The state of the numbers while more digits may follow. */
const prospects = () =>
  [...document.querySelectorAll('[data-prospect]')].map(
    (one) => `${one.textContent} ${one.getAttribute('data-prospect')}`,
  )

const names = (count: number) => Array.from({ length: count }, (_, index) => `label-${index + 1}`)
const optionNames = () =>
  [...screen.queryAllByRole('radio'), ...screen.queryAllByRole('checkbox')].map((box) =>
    box.getAttribute('data-option'),
  )
const option = (text: string | number) => {
  const name = (words: string) => words.split(/[\s,]/)[0] === String(text)
  return screen.queryByRole('radio', { name }) ?? screen.getByRole('checkbox', { name })
}

describe('a label question', () => {
  it('shows ten options, and the rest on demand [K5]', async () => {
    const { user } = ask({ settings: settings.label(...names(77)) })
    expect(optionNames()).toEqual(names(10))
    await user.click(screen.getByRole('button', { name: 'Show 67 more options' }))
    expect(optionNames()).toEqual(names(77))
    await user.click(screen.getByRole('button', { name: 'Show less' }))
    expect(optionNames()).toHaveLength(10)
  })

  it('lets long names go on in the next line after a _ or /, and changes no letter of them', () => {
    ask({ settings: settings.label('card_not/working', 'plain') })
    const { innerHTML, textContent } = screen.getByText('card_not/working')
    expect([innerHTML, textContent]).toEqual(['card_<wbr>not/<wbr>working', 'card_not/working'])
    expect(screen.getByText('plain').innerHTML).toBe('plain')
  })

  it('keeps a chosen option in sight and the order of the dataset beyond the likeliest', () => {
    ask({
      settings: settings.labels(...names(20)),
      value: ['label-15'],
      suggested: ['label-12', 'label-2'],
      score: [0.2, 0.9],
    })
    const home = ['label-2', 'label-12', 'label-1', 'label-3', 'label-4', 'label-5']
    expect(optionNames()).toEqual([...home, ...['label-6', 'label-7', 'label-8', 'label-9', 'label-15']])
  })

  it('gives every option its own number up to nine, and the six likeliest the first keys of more', async () => {
    const nine = ask({ settings: settings.label(...names(9)) })
    option('label-1').focus()
    await nine.user.keyboard('9')
    expect(nine.answers).toEqual(['label-9'])
    cleanup()
    const { user, answers } = ask({ settings: settings.label(...names(40)), suggested: 'label-32', score: 0.46 })
    expect(optionNames().slice(0, 6)).toEqual(['label-32', ...names(5)])
    expect(option('label-32').parentElement?.textContent).toContain('46%')
    option('label-1').focus()
    await user.keyboard('2')
    await user.keyboard('78')
    expect(answers).toEqual(['label-1'])
    await user.keyboard('1')
    expect(answers).toEqual(['label-1', 'label-32'])
  })

  it('offers what this person has answered most, from the next form on', () => {
    const asked = question(settings.label(...names(40)))
    const { rerender } = render(unanswered(asked, 'one'))
    noteLabelUse('', asked.name, ['label-33'])
    rerender(unanswered(asked, 'one'))
    expect(optionNames().slice(0, 6)).toEqual(names(6))
    rerender(unanswered(asked, 'two'))
    expect(optionNames().slice(0, 6)).toEqual([...names(5), 'label-33'])
  })

  it('shows the next record on the same elements, with an empty search', async () => {
    const asked = question(settings.label(...names(500)))
    const { rerender } = render(unanswered(asked, 'one'))
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show 490 more options' }))
    const before = [...document.querySelectorAll('[data-option]')]
    expect(before).toHaveLength(500)
    rerender(unanswered(asked, 'two'))
    expect([...document.querySelectorAll('[data-option]')].filter((one, at) => one !== before[at])).toEqual([])
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'label-41' } })
    expect(optionNames()).toContain('label-410')
    rerender(unanswered(asked, 'three'))
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
    fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
  })

  it('chooses what is found by its key, or by Enter, and lets digits be typed that a label has', async () => {
    const labels = ['pay_bill', 'payday', 'pending_transfer', 'rollover_401k', ...names(20)]
    const { user, answers } = ask({ settings: settings.label(...labels) })
    option('pay_bill').focus()
    await user.keyboard('pa2')
    expect(answers).toEqual(['payday'])
    option('pay_bill').focus()
    await user.keyboard('bill pay{Enter}')
    option('pay_bill').focus()
    await user.keyboard('rollover 4{Enter}')
    expect(answers).toEqual(['payday', 'pay_bill', 'rollover_401k'])
  })

  it('chooses the match that has the focus by Enter, which then does not submit the form', async () => {
    const { user, answers } = ask({ settings: settings.label('pay_bill', 'payday', 'pay_rent', ...names(20)) })
    const submitted = vi.fn((event: KeyboardEvent) => event.key === 'Enter' && !event.defaultPrevented)
    window.addEventListener('keydown', submitted)
    option('pay_bill').focus()
    await user.keyboard('pay{ArrowDown}{Tab}')
    const reached = document.activeElement?.getAttribute('data-option')
    expect(reached).not.toBe(optionNames()[0])
    await user.keyboard('{Enter}')
    expect(answers).toEqual([reached])
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
    expect(submitted).not.toHaveReturnedWith(true)
    window.removeEventListener('keydown', submitted)
  })

  it('keeps the place of the matches during a search, so that what follows does not move', async () => {
    const { user } = ask({ settings: settings.label('pay_bill', 'payday', ...names(20)) })
    const placeHeight = () => screen.getByRole('radiogroup').lastElementChild?.getAttribute('style') ?? ''
    const heights = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(240)
    option('pay_bill').focus()
    await user.keyboard('pay')
    expect(placeHeight()).toContain('min-height: 240px')
    await user.keyboard('{Escape}')
    expect(placeHeight()).toBe('')
    heights.mockRestore()
  })

  it('shows as many matches as options while the list is folded, and the others on request', async () => {
    const { user } = ask({ settings: settings.label(...names(40)) })
    option('label-1').focus()
    await user.keyboard('l')
    expect(optionNames()).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Show 30 more options' }))
    expect(optionNames()).toHaveLength(40)
    await user.click(screen.getByRole('button', { name: 'Show less' }))
  })

  it('goes on with a search when letters are typed on what it found', async () => {
    const { user, answers } = ask({ settings: settings.label('pay_bill', 'payday', ...names(20)) })
    option('pay_bill').focus()
    await user.keyboard('pay{ArrowDown}d{Enter}')
    expect(answers).toEqual(['payday'])
  })

  it('finds an option from the first letter on, whatever its case and accents', async () => {
    const { user, last } = ask({ settings: settings.label('Café', 'caramel', 'tea', 'water', 'juice') })
    option('Café').focus()
    await user.keyboard('cafe')
    expect(optionNames()).toEqual(['Café'])
    await user.keyboard('{Enter}')
    expect(last()).toBe('Café')
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(screen.getByText('No option matches “zzz”.')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(optionNames()).toHaveLength(5)
    expect(document.activeElement).toBe(option('Café'))
  })

  it.each([
    ['a suggestion', { value: 'tea', suggested: 'tea' }, settings.label, 'tea'],
    ['the own choice', { value: 'tea' }, settings.label, 'tea'],
    ['one of several', { value: ['coffee', 'tea'], suggested: ['tea'] }, settings.labels, ['coffee', 'tea']],
  ])('confirms %s that was looked for, and takes nothing back', async (_, begun, kind, expected) => {
    const { user, answers } = ask({ settings: kind('coffee', 'tea', 'water', 'juice', 'milk'), ...begun })
    option('coffee').focus()
    await user.keyboard('te{Enter}')
    expect(answers).toEqual([expected])
    expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
  })

  it('keeps the focus when a folded option goes', async () => {
    const { user, answers, last } = ask({ settings: settings.label(...names(20)), value: 'label-17' })
    option('label-17').focus()
    await user.keyboard('label-17{Enter}')
    expect(answers).toEqual(['label-17'])
    option('label-17').focus()
    await user.keyboard(' ')
    expect(last()).toBeUndefined()
    await waitFor(() => expect(document.activeElement).toBe(option('label-1')))
  })

  it('leads the keys to what was chosen instead of a folded option that goes', async () => {
    const { user, last } = ask({ settings: settings.label(...names(20)), value: 'label-17' })
    option('label-17').focus()
    await user.keyboard('5')
    expect(last()).toBe('label-5')
    await waitFor(() => expect(document.activeElement).toBe(option('label-5')))
  })

  it('takes the number of a filled-in suggestion for a yes, and for a no the second time', async () => {
    const { user, answers } = ask({ settings: settings.label('a', 'b'), value: 'b', suggested: 'b' })
    option('a').focus()
    await user.keyboard('22')
    expect(answers).toEqual(['b', undefined])
  })

  it('takes a click or tap on a filled-in suggestion for a yes, and for a no the second time', async () => {
    const { user, answers } = ask({
      settings: settings.label('a', 'b'),
      value: 'b',
      suggested: 'b',
      isUnconfirmed: true,
    })
    await user.click(option('b'))
    await user.click(option('b'))
    expect(answers).toEqual(['b', undefined])
  })

  it('clears an answer of the user that equals the suggestion at the first click', async () => {
    const { user, answers } = ask({ settings: settings.label('a', 'b'), value: 'b', suggested: 'b' })
    await user.click(option('b'))
    expect(answers).toEqual([undefined])
  })

  it('keeps several, in the order of the dataset', async () => {
    const { user, last } = ask({ settings: settings.labels('a', 'b', 'c') })
    option('a').focus()
    await user.keyboard('31')
    expect(last()).toEqual(['a', 'c'])
    await user.keyboard('13')
    expect(last()).toBeUndefined()
  })

  it('goes round inside the question with Tab', async () => {
    const { user } = ask({ settings: settings.label('a', 'b', 'c') })
    option('c').focus()
    await user.tab()
    expect(document.activeElement).toBe(option('a'))
    await user.tab({ shift: true })
    expect(document.activeElement).toBe(option('c'))
  })
})

describe('the questions of a record', () => {
  it('have the keys as soon as they are drawn', async () => {
    const asked = question(settings.label(...names(20)))
    const focused: (Element | null)[] = []
    function Shown({ record }: { record: string }) {
      // A layout effect runs before the browser can deliver a key press.
      useLayoutEffect(() => {
        focused.push(document.activeElement)
      })
      const of = { id: record, fields: {}, suggestions: [] } as never
      return (
        <QuestionList
          questions={[asked]}
          formKey={record}
          record={of}
          form={{ answers: {} } as never}
          missing={undefined}
          onAnswer={() => undefined}
        />
      )
    }
    const { rerender } = render(<Shown record="one" />)
    await userEvent.type(screen.getByRole('searchbox'), 'l')
    rerender(<Shown record="two" />)
    expect(focused.at(-1)).toBe(screen.getAllByRole('radio')[0])
  })
})

describe('a rating', () => {
  it('chooses by value, 0 and two digits included, and clears on a second press', async () => {
    const { user, answers, last } = ask({ settings: settings.rating(0, 1, 2, 10) })
    option(0).focus()
    press('0', '1')
    expect(prospects()).toEqual(['1 meant', '10 possible'])
    press('0')
    expect(prospects()).toEqual([])
    expect(answers).toEqual([0, 10])
    await user.keyboard('2')
    await user.click(option(2))
    expect(last()).toBeUndefined()
  })

  it('takes a click or tap on the suggested value for a yes, and for a no the second time', async () => {
    const { user, answers } = ask({ settings: settings.rating(1, 2, 3), value: 2, suggested: 2, isUnconfirmed: true })
    await user.click(option(2))
    await user.click(option(2))
    expect(answers).toEqual([2, undefined])
  })

  it('clears a value of the user that equals the suggestion at the first click', async () => {
    const { user, answers } = ask({ settings: settings.rating(1, 2, 3), value: 2, suggested: 2 })
    await user.click(option(2))
    expect(answers).toEqual([undefined])
  })
})

describe('a ranking', () => {
  const card = (name: string) => screen.getByRole('group', { name: new RegExp(`^${name},`) })
  const slot = (rank: number) => within(screen.getByRole('group', { name: `Rank ${rank}` }))

  it('ranks the focused card by its number and goes on to the next, however fast the keys come, ties allowed', async () => {
    const { user, last } = ask({ settings: settings.ranking('x', 'y', 'z') })
    card('x').focus()
    await user.keyboard('2')
    expect(document.activeElement).toBe(card('y'))
    expect(screen.getByText('x is at rank 2.')).toBeDefined()
    await user.keyboard('21')
    expect(document.activeElement).toBe(card('z'))
    expect(last()).toEqual([
      { value: 'z', rank: 1 },
      { value: 'x', rank: 2 },
      { value: 'y', rank: 2 },
    ])
    expect(slot(2).getAllByRole('group')).toHaveLength(2)
  })

  it('waits for a second digit where there are ten ranks, and shows which it would be', async () => {
    const { user, last } = ask({ settings: settings.ranking(...'abcdefghijk') })
    card('a').focus()
    press('1')
    expect(prospects().map((one) => one.slice(0, 2) + one.split(' ').at(-1))).toEqual([
      '1Dmeant',
      '10possible',
      '11possible',
    ])
    press('1')
    expect(last()).toEqual([{ value: 'a', rank: 11 }])
    await waitFor(() => expect(document.activeElement).toBe(card('b')))
    await user.keyboard('1')
    await waitFor(() => expect(last()).toContainEqual({ value: 'b', rank: 1 }))
    await waitFor(() => expect(document.activeElement).toBe(card('c')))
  })

  it.each(['0', '{Delete}'])('takes a card out with %s', async (key) => {
    const { user, last } = ask({ settings: settings.ranking('x', 'y'), value: [{ value: 'x', rank: 1 }] })
    card('x').focus()
    await user.keyboard(key)
    expect(last()).toBeUndefined()
    expect(screen.getByText('x is no longer ranked.')).toBeDefined()
  })

  it('moves a card by dragging, and back into the pool', () => {
    const { last } = ask({ settings: settings.ranking('x', 'y') })
    const over = (target: Element) => {
      document.elementsFromPoint = () => [target]
    }
    const drag = (from: Element, to: Element) => {
      HTMLElement.prototype.setPointerCapture = () => undefined
      fireEvent.pointerDown(from, { button: 0, clientX: 0, clientY: 0 })
      over(to)
      fireEvent.pointerMove(from, { clientX: 40, clientY: 40 })
      fireEvent.pointerUp(from, { clientX: 40, clientY: 40 })
    }
    drag(card('y'), screen.getByRole('group', { name: 'Rank 1' }))
    expect(last()).toEqual([{ value: 'y', rank: 1 }])
    drag(card('y'), screen.getByRole('group', { name: 'Not ranked' }))
    expect(last()).toBeUndefined()
  })
})

describe('a text', () => {
  const box = () => screen.getByRole('textbox', { name: 'Q' })

  it('is read until it is asked to be written, and Escape ends writing', async () => {
    const { user, last } = ask({ settings: settings.text(), value: 'old' })
    box().focus()
    expect(box().getAttribute('aria-readonly')).toBe('true')
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
    await user.keyboard('er')
    expect(last()).toBe('older')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(box()))
  })

  it.each(['before 2 p.m.', '2 cards', 'ärger über'])(
    'keeps all of “%s”, typed without asking to write',
    async (words) => {
      const { user, last } = ask({ settings: settings.text() })
      const command = vi.fn()
      window.addEventListener('keydown', command)
      act(() => box().focus())
      await user.keyboard(words)
      window.removeEventListener('keydown', command)
      expect(last()).toBe(words)
      expect(document.activeElement?.tagName).toBe('TEXTAREA')
      // The first letter runs no command; later ones come from the text area.
      expect(command.mock.calls[0]?.[0].target.tagName).toBe('TEXTAREA')
    },
  )

  it('is written at once when it is required and empty', async () => {
    ask({ settings: settings.text(), required: true })
    act(() => box().focus())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  })

  it('offers a suggestion that differs, to copy into the answer', async () => {
    const { user, last } = ask({ settings: settings.text(), value: 'mine', suggested: 'theirs' })
    await user.click(screen.getByRole('tab', { name: 'Suggestion' }))
    expect(screen.getByText('theirs')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Copy into the answer' }))
    expect(last()).toBe('theirs')
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('counts as unanswered when it is emptied', async () => {
    const { user, last } = ask({ settings: settings.text(), value: 'x' })
    await user.click(box())
    await user.keyboard('{Backspace}')
    expect(last()).toBeUndefined()
  })
})

describe('spans', () => {
  const text = 'Ann 👩‍👩‍👧‍👦 met Bob in Rome.'

  function mark(value?: AnswerValue, suggested?: AnswerValue) {
    const of = settings.span('person', 'place')
    if (of.type !== 'span') throw new Error('no span question')
    const asked = { ...question(of), settings: of }
    const answers: (AnswerValue | undefined)[] = []
    function Host() {
      const [now, setNow] = useState(value)
      const answer = (next: AnswerValue | undefined) => {
        answers.push(next)
        setNow(next)
      }
      const shared = spanTask(asked, now, suggestionOf(suggested), answer)
      return (
        <SpanContextProvider>
          <SpanField title="text" text={text} {...shared} />
          <SpanQuestion
            datasetId="d"
            title={asked.title}
            field={asked.settings.field}
            limit={10}
            text={text}
            {...shared}
          />
        </SpanContextProvider>
      )
    }
    render(<Host />)
    const field = screen.getByRole('group', { name: 'Text to mark: text' })
    return { field, user: userEvent.setup(), answers, last: () => answers.at(-1) }
  }

  it('marks words by keyboard, counting code points', async () => {
    const { field, user, last } = mark()
    field.focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('Bob')
    await user.keyboard('1')
    const start = [...text.slice(0, text.indexOf('Bob'))].length
    expect(last()).toEqual([{ label: 'person', start, end: start + 3 }])
    screen.getByRole('button', { name: 'Remove person: Bob' })
  })

  it('grows the selection with Shift, and offers labels with Enter', async () => {
    const { field, user, last } = mark()
    field.focus()
    await user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
    const menu = await screen.findByRole('dialog', { name: 'Label for “in Rome”' })
    await user.type(within(menu).getByRole('combobox'), 'pla{Enter}')
    const start = [...text.slice(0, text.indexOf('in Rome'))].length
    expect(last()).toEqual([{ label: 'place', start, end: start + 7 }])
  })

  it('jumps by letters and to capitalised words, and marks other occurrences', async () => {
    const { field, user, last } = mark()
    field.focus()
    await user.keyboard('i2.')
    expect(last()).toEqual([expect.objectContaining({ label: 'place' })])
    await user.keyboard('1')
    const at = (word: string) => [...text.slice(0, text.indexOf(word))].length
    expect(last()).toEqual([
      { label: 'place', start: at('in'), end: at('in') + 2 },
      { label: 'person', start: at('Rome'), end: at('Rome') + 4 },
    ])
    await user.keyboard('{Shift>}M{/Shift}')
    expect(last()).toHaveLength(2)
  })

  it('takes a label from the menu with the pointer', async () => {
    const { field, user, last } = mark()
    field.focus()
    await user.keyboard('{Home}{Enter}')
    const menu = await screen.findByRole('dialog', { name: 'Label for “Ann”' })
    await user.click(within(menu).getByRole('option', { name: /place/ }))
    expect(last()).toEqual([{ label: 'place', start: 0, end: 3 }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('gives the active label at once', async () => {
    const { user, last } = mark()
    option('place').focus()
    await user.keyboard('2')
    await user.keyboard('{Home}{Enter}')
    expect(last()).toEqual([{ label: 'place', start: 0, end: 3 }])
  })

  it('waits on the first word: a number marks it, a capitalised run begins there, Enter is left to the form', async () => {
    const { field, user, answers, last } = mark()
    field.focus()
    await user.keyboard('{Enter}{Backspace}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(answers).toEqual([])
    await user.keyboard('.1')
    expect(last()).toEqual([{ label: 'person', start: 0, end: 3 }])
  })

  it('goes on from the first word once that is marked', async () => {
    const { field, user, last } = mark()
    field.focus()
    await user.keyboard('1{ArrowRight}{ArrowRight}2')
    const start = [...text.slice(0, text.indexOf('met'))].length
    expect(last()).toEqual([
      { label: 'person', start: 0, end: 3 },
      { label: 'place', start, end: start + 3 },
    ])
  })

  it('never marks the word it waits on with a label that is pressed in the form', async () => {
    const { field, user, answers } = mark()
    field.focus()
    await user.click(option('place'))
    expect(answers).toEqual([])
    expect(option('place')).toHaveProperty('checked', true)
  })

  it('says with 0 that there is nothing to mark, in the text and in the form', async () => {
    const { field, user, last } = mark([{ label: 'place', start: 0, end: 3 }])
    const said = () => screen.getByRole('button', { name: 'Nothing to mark' }).getAttribute('aria-pressed')
    field.focus()
    expect(said()).toBe('false')
    await user.keyboard('0')
    expect(last()).toEqual([])
    expect(said()).toBe('true')
    expect(screen.getAllByText('Your answer: there is nothing to mark.').length).toBeGreaterThan(0)
    await user.keyboard('0')
    expect(last()).toBeUndefined()
    option('place').focus()
    await user.keyboard('0')
    expect(last()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Nothing to mark' }))
    expect(last()).toBeUndefined()
  })

  it('replaces what a new mark touches and says so; goes to marks with N and P and removes them with Delete', async () => {
    const { field, user, last } = mark([{ label: 'place', start: 0, end: [...'Ann 👩‍👩‍👧‍👦 met'].length }])
    field.focus()
    await user.keyboard('1')
    expect(last()).toEqual([{ label: 'person', start: 0, end: 3 }])
    expect(
      screen
        .getAllByRole('status')
        .map((one) => one.textContent)
        .join(),
    ).toContain('1 mark was replaced.')
    await user.keyboard('{End}2{Home}n{Delete}')
    expect(last()).toEqual([{ label: 'person', start: 0, end: 3 }])
    await user.keyboard('{End}p{Delete}')
    expect(last()).toEqual([])
  })

  it('says no spans when the last mark is removed, and tells suggested ones', async () => {
    const span = { label: 'person', start: 0, end: 3 }
    const { user, last } = mark([span], [span])
    expect(screen.getByText('suggested')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Remove person: Ann' }))
    expect(last()).toEqual([])
    expect(screen.getByText('Your answer: there is nothing to mark.')).toBeDefined()
  })
})
