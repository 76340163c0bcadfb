import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { preloadManyLabels } from '../../../form/LabelQuestion.tsx'
import { type KeyPress, keysOfPress } from '../../../keyboard/keys.ts'
import { PART_KEYS, partsOnScreen } from '../../../keyboard/part-keys.ts'
import { SpanField } from '../../../spans/SpanField.tsx'
import { SpanMenu } from '../../../spans/SpanMenu.tsx'
import { SpanContextProvider } from '../../../spans/span-context.tsx'
import { settings } from '../testing/fake-feedback.ts'
import { QuestionList } from './QuestionList.tsx'
import { spanTask } from './span-task.ts'

beforeAll(preloadManyLabels)

const NAMED = ['Enter', ' ', 'Delete', 'Backspace', 'Escape', 'Home', 'End', 'PageUp', 'PageDown']
const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
const pressOf = (key: string, shiftKey = false): KeyPress => ({
  key,
  shiftKey,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
})
/** The keys of a keyboard, with and without Shift. */
const PRESSES: readonly KeyPress[] = [
  ...[...'abmnpz0129.,-/?', ...NAMED, ...ARROWS].map((key) => pressOf(key)),
  ...[...'ABMNPZ', ...NAMED, ...ARROWS].map((key) => pressOf(key, true)),
]
/** Keys that the browser handles: Space toggles the focused control, Tab moves the focus. */
const BY_BROWSER = new Set(['Space', 'Tab', 'Shift+Tab'])

let made = 0
function question(of: ReturnType<(typeof settings)['label']>) {
  made += 1
  const times = { inserted_at: '', updated_at: '' }
  return {
    id: 'q',
    name: `q${made}`,
    title: 'Q',
    description: null,
    required: false,
    settings: of,
    dataset_id: 'd',
    ...times,
  }
}

function listOf(of: ReturnType<(typeof settings)['label']>, value?: AnswerValue, suggested?: AnswerValue): ReactNode {
  const asked = question(of)
  const suggestions =
    suggested === undefined ? [] : [{ id: 's', questionId: 'q', value: suggested, score: null, agent: 'bert' }]
  return (
    <QuestionList
      questions={[asked]}
      formKey="form"
      record={Object({ id: 'r', fields: { text: 'x' }, suggestions, metadata: {} })}
      form={{ answers: value === undefined ? {} : { [asked.name]: value } }}
      missing={undefined}
      onAnswer={() => undefined}
    />
  )
}

// Contains a word for each pressed letter, two capitalised words, and a mark.
const TEXT = 'one alpha beta mango night pear zebra Ada mango Berlin'
const OPTIONS = [
  { value: 'person', text: 'person', description: null },
  { value: 'place', text: 'place', description: null },
]
const at = (word: string) => ({ start: TEXT.indexOf(word), end: TEXT.indexOf(word) + word.length })

function spans(): ReactNode {
  const of = settings.span('person', 'place')
  if (of.type !== 'span') throw new Error('no span question')
  const marks = [
    { label: 'person', ...at('alpha') },
    { label: 'person', ...at('mango') },
    { label: 'place', ...at('Berlin') },
  ]
  const task = spanTask({ ...question(of), settings: of }, marks, undefined, () => undefined)
  return (
    <SpanContextProvider>
      <SpanField title="text" text={TEXT} {...task} nothing={{ isSaid: false, toggle: () => undefined }} />
    </SpanContextProvider>
  )
}

const menu = (
  <Suspense>
    <SpanMenu
      anchor={{ left: 0, top: 0, height: 0 }}
      text="alpha"
      textOf={() => 'alpha'}
      options={OPTIONS}
      labels={new Map()}
      favourite="place"
      hit={[{ label: 'person', ...at('alpha'), kind: 'own', level: 0 } as never]}
      onChoose={() => undefined}
      onRemove={() => undefined}
      onClose={() => undefined}
    />
  </Suspense>
)

const many = Array.from({ length: 12 }, (_, index) => `label ${index}`)
const firstOption = () => document.querySelector<HTMLElement>('[data-option]')
const card = () => document.querySelector<HTMLElement>('[data-card]')
/** Move the caret to the word “mango”, the fourth, which is marked. */
function atMark(): HTMLElement {
  const field = screen.getByRole('group', { name: 'Text to mark: text' })
  field.focus()
  for (let step = 0; step < 4; step += 1) fireEvent.keyDown(field, { key: 'ArrowRight' })
  return field
}
function finding(): HTMLElement {
  const box = screen.getByRole('searchbox')
  fireEvent.change(box, { target: { value: 'label' } })
  return box
}

/** Each part in the states in which its keys do something, with the element that has the focus in each. */
const PARTS: readonly [string, (() => ReactNode)[], (() => HTMLElement | null)[]][] = [
  ['labels', [() => listOf(settings.label('a', 'b', 'c'))], [firstOption]],
  ['many-labels', [() => listOf(settings.label(...many))], [firstOption, finding]],
  ['rating', [() => listOf(settings.rating(1, 2, 3))], [firstOption]],
  ['ranking', [() => listOf(settings.ranking('a', 'b', 'c'))], [card]],
  [
    'text',
    [() => listOf(settings.text(), 'mine', 'theirs')],
    [
      () => screen.getByRole('textbox'),
      () => {
        fireEvent.click(screen.getByRole('textbox'))
        return screen.getByRole('textbox')
      },
      () => screen.getByRole('tab', { name: 'Write' }),
    ],
  ],
  ['span', [spans], [atMark]],
  ['span-menu', [() => menu], [() => screen.getByRole('combobox')]],
]

describe('the keys that the sheet lists', () => {
  it.each(PARTS)('are those that the part reacts to: %s', (part, views, places) => {
    const listed = PART_KEYS[part]?.rows.flatMap(({ keys }) => keys) ?? []
    const handled = new Set<string>()
    for (const view of views)
      for (const place of places)
        for (const press of PRESSES) {
          render(view())
          const target = place()
          if (!target) throw new Error(`${part} has no place for the focus`)
          target.focus()
          if (isHandled(target, press)) handled.add(keysOfPress(press, false) ?? '')
          cleanup()
        }
    // Escape leaves every question; it is listed only once, for the questions as a whole.
    const isListed = (keys: string) => (keys === 'Escape' && !listed.includes('Escape')) || listed.some(stands(keys))
    expect([...handled].filter((keys) => !isListed(keys))).toEqual([])
    const isIdle = (keys: string) => !BY_BROWSER.has(keys) && ![...handled].some((one) => stands(one)(keys))
    expect(listed.filter(isIdle)).toEqual([])
  })

  it('are those of every kind of question', () => {
    const kinds = Object.keys(PART_KEYS).filter((name) => name !== 'questions' && !name.startsWith('card'))
    expect(PARTS.map(([part]) => part).toSorted()).toEqual(kinds.toSorted())
  })

  it('are those of what is on the screen, each part once', () => {
    render(
      <>
        {listOf(settings.rating(1, 2))}
        {listOf(settings.rating(1, 2))}
        {listOf(settings.label('a', 'b'))}
      </>,
    )
    expect(partsOnScreen()).toEqual([PART_KEYS.questions, PART_KEYS.rating, PART_KEYS.labels])
  })
})

/**
 * Whether a key press was handled, so that neither the browser nor the page's commands receive it. Letters never
 * reach the commands from inside a question, even if it has no use for them.
 */
function isHandled(target: HTMLElement, press: KeyPress): boolean {
  let hasArrived = false
  const note = () => {
    hasArrived = true
  }
  window.addEventListener('keydown', note)
  const isFree = fireEvent.keyDown(target, press)
  window.removeEventListener('keydown', note)
  return !isFree || (!hasArrived && !/^[a-z]$/i.test(press.key))
}

/** Whether a listed key covers the pressed one: `Digit` and `Letter` stand for many keys. */
function stands(pressed: string): (listed: string) => boolean {
  const key = pressed.replace('Shift+', '')
  const isShifted = pressed !== key
  return (listed) => {
    // Named keys do the same with Shift, unless that is listed separately.
    if (listed === pressed || (key.length > 1 && listed === key)) return true
    if (listed === 'Digit') return !isShifted && /^\d$/.test(key)
    if (listed === 'Shift+Letter') return isShifted && /^[A-Z]$/.test(key)
    // Punctuation and capitals also search for labels.
    return listed === 'Letter' && key.length === 1 && !/\d/.test(key)
  }
}
