import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openDisagreements, recordOf, TIMES } from './testing/open-disagreements.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const options = ['place', 'person'].map((value) => ({ value, text: value, description: null }))
const labels = { type: 'label_selection', options, visible_options: null }
const marks = { type: 'span', field: 'text', options, visible_options: null, allow_overlapping: false }
const QUESTIONS = [
  { name: 'kind', title: 'Kind', settings: labels },
  { name: 'names', title: 'Names', settings: marks },
  { name: 'tone', title: 'Tone', settings: labels },
].map((one) => ({ id: `q-${one.name}`, description: null, required: true, ...one }))
const USERS = ['ana', 'bob', 'cai', 'dan'].map((username) => ({ id: `u-${username}`, username }))
const span = (label: string, start: number, end: number) => ({ label, start, end })
const [ann, rome, romeAsPerson] = [span('person', 0, 3), span('place', 12, 16), span('person', 12, 16)]
/** By person and id of the response, in the order of the server. */
const GIVEN: [string, string, Record<string, string | object[]>][] = [
  ['u-ana', '3', { kind: 'place', names: [ann, rome], tone: 'place' }],
  ['u-bob', '1', { kind: 'place', names: [ann, romeAsPerson], tone: 'place' }],
  ['u-cai', '2', { kind: 'person', names: [ann], tone: 'place' }],
]
const doubt = (user_id: string, note: string, resolved_at: string | null = null) => ({
  ...{ id: user_id, record_id: 'r1', user_id, note, ...TIMES, reply: null, resolved_at, resolved_by: null },
  ...{ is_seen: true, external_id: null, text: 'Ann went to Rome' },
})
const DOUBTS = [
  doubt('u-cai', 'Is a town a place?'),
  doubt('u-dan', 'Who is Ann?'),
  doubt('u-ana', 'Old', '2026-11-02'),
]

function open({ differing = ['kind', 'names'] } = {}) {
  return openDisagreements(QUESTIONS, {
    'GET /api/v1/datasets/d1/doubts': () => ({ items: DOUBTS, users: USERS, open: 2, resolved: 1 }),
    'GET /api/v1/datasets/d1/agreement': () => ({
      questions: [
        { name: 'kind', title: 'Kind', alpha: 0.5812, interval: [0.56, 0.6], percent: 0.7, percent_interval: null },
        { name: 'names', title: 'Names', alpha: null, interval: null, percent: 0.4, percent_interval: [0.3, 0.5] },
      ],
      users: [],
    }),
    'GET /api/v1/datasets/d1/disagreements': () => ({
      items: ['r1', 'r2'].slice(0, 2 * differing.length).map((record_id) => ({
        ...{ record_id, external_id: null, text: record_id, is_gold: false },
        questions: differing.map((name) => ({ name, agreement: 0.3333, answers: 3, is_resolved: false })),
      })),
      ...{ open: 2, resolved: 0, users: USERS },
    }),
    'GET /api/v1/records/r1': () => recordOf('r1', 'Ann went to Rome'),
    'GET /api/v1/records/r1/responses': () => ({
      items: GIVEN.map(([user_id, id, values]) => ({
        ...{ id, record_id: 'r1', user_id, status: 'submitted', ...TIMES },
        values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }])),
      })),
      users: USERS,
    }),
    'GET /api/v1/records/r1/resolutions': () => ({ items: [] }),
    'GET /api/v1/records/r1/doubts': () => ({ items: DOUBTS, users: USERS }),
  })
}

const question = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }))
const takes = async () =>
  (await (await question('Kind')).findAllByRole('button', { name: /^Take this answer/ })).map(({ textContent }) =>
    // After the name comes the number key.
    textContent?.replace(/^.*: (.*)\d$/, '$1'),
  )

describe('a record that people answered differently', () => {
  it('shows answers under letters while names are hidden, in another order, also in a later visit', async () => {
    const { user } = open()
    expect(await takes()).toEqual(['ana', 'bob', 'cai'])
    await user.click(screen.getByRole('switch', { name: 'Hide names' }))
    expect(await takes()).toEqual(['A', 'B', 'C'])
    const record = screen.getByRole('region', { name: 'Record' })
    expect(record.textContent).not.toMatch(/ana|bob|cai|dan/)
    // By the ids of the responses: bob, cai, ana.
    const cards = (await question('Kind')).getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(cards.filter((text) => text?.startsWith(' B')).join()).toContain('person')
    cleanup()
    const later = open()
    expect(await takes()).toEqual(['A', 'B', 'C'])
    await later.user.click(screen.getByRole('switch', { name: 'Hide names' }))
    expect(await takes()).toEqual(['ana', 'bob', 'cai'])
  })

  it('says how many agree, and which words are marked with different labels', async () => {
    open()
    await (await question('Kind')).findByText('2 of 3 agree')
    const names = await question('Names')
    names.getByText(/^All agree on 1 of 2 marked places\. Same place, but no label in common: “Rome”\.$/)
    // The lanes, which screen readers skip, preview what would be taken.
    expect(names.getAllByText('label?')).toHaveLength(1)
    expect(names.getByText('Decision')).toBeTruthy()
  })

  it('shows questions with equal answers below, as there is nothing to decide', async () => {
    open()
    const agreed = within(await screen.findByRole('list', { name: 'Questions that everybody answered the same' }))
    expect(agreed.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'ToneAll 3 say placenothing to decide',
    ])
  })

  it('shows open doubts beside the first answer of their author, those of others above, and flags it in the list', async () => {
    open()
    const note = await (await question('Kind')).findByText(/Is a town a place\?/)
    expect(note.closest('li')?.textContent).toContain('cai')
    expect((await question('Names')).queryByText(/Is a town a place\?/)).toBeNull()
    expect(screen.getByText(/Who is Ann\?/).textContent).toContain('Doubt of dan')
    expect(screen.queryByText(/Old/)).toBeNull()
    const list = within(screen.getByRole('list', { name: 'Records that people answered differently' }))
    await waitFor(() =>
      expect(list.getAllByRole('button').map(({ textContent }) => /Doubt/.test(textContent ?? ''))).toEqual([
        true,
        false,
      ]),
    )
  })
})

describe('the head of the disagreements', () => {
  it('shows the agreement on each question, and leads to all figures and the export', async () => {
    open()
    const figures = await screen.findByRole('list', { name: 'Agreement of all answers, with 95 % intervals' })
    expect(
      within(figures)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Kind α 0.58 0.56 to 0.60', 'Names 40% 30% to 50%'])
    expect(screen.getByRole('link', { name: 'Agreement' }).getAttribute('href')).toBe(
      '/dataset/d1/settings?tab=agreement',
    )
    screen.getByRole('button', { name: 'Export' })
  })

  it('leads to the agreement where nobody disagrees', async () => {
    open({ differing: [] })
    await screen.findByText('Nothing to decide')
    expect(screen.getByRole('link', { name: 'See how far the answers agree' }).getAttribute('href')).toBe(
      '/dataset/d1/settings?tab=agreement',
    )
  })
})
