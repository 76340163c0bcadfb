import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import type { Assignments } from '@postil/contract/feedback/team/assignments'
import type { TeamProgress } from '@postil/contract/feedback/team/team-progress'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLive } from '../../api/testing/fake-live.ts'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { formatDateTime } from '../../i18n/index.ts'
import { goldUrl } from '../feedback/url/gold-url.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { TeamProgressPage } from './TeamProgressPage.tsx'

beforeEach(() => {
  // jsdom has no layout and no ResizeObserver.
  const observer = { observe: () => {}, disconnect: () => {} }
  vi.stubGlobal('ResizeObserver', function ResizeObserver() {
    return observer
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const DATASET = { id: 'd1', name: 'Calls', status: 'ready', workspace_id: 'w1' }
const day = (date: string, answers: number, completed = answers) => ({ date, answers, completed })
const PROGRESS: TeamProgress = {
  records: { total: 120, completed: 60, started: 4, gold: 2 },
  min_submitted: 2,
  answers: 124,
  today: '2026-11-23',
  days: [day('2026-11-18', 40, 20), day('2026-11-19', 40, 20), day('2026-11-20', 40, 20), day('2026-11-23', 4, 0)],
  people: [
    {
      ...{ user_id: 'u1', username: 'ana', name: 'ana', submitted: 100, discarded: 2, draft: 3, seconds: 9 },
      last_answer_at: '2026-11-23T09:00:00',
      days: [
        { date: '2026-11-20', answers: 96 },
        { date: '2026-11-23', answers: 4 },
      ],
    },
    {
      ...{ user_id: null, username: null, name: null, submitted: 24, discarded: 0, draft: 0, seconds: null },
      ...{ last_answer_at: null, days: [] },
    },
  ],
  suggestions: [{ agent: 'bayes', question: 'kind', suggested: 100, answered: 50, accepted: 60, changed: 20 }],
  questions: [
    {
      ...{ name: 'kind', title: 'Kind', type: 'label_selection' },
      labels: Array.from({ length: 15 }, (_, at) => ({ label: `label-${at}`, answers: 30 - at, suggested: at })),
    },
    {
      ...{ name: 'tags', title: 'Tags', type: 'multi_label_selection' },
      labels: [{ label: '=urgent', answers: 2, suggested: 0 }],
    },
    { name: 'best', title: 'Best', type: 'ranking', labels: [{ label: 'p', answers: 3, suggested: 1 }] },
    { name: 'note', title: 'Note', type: 'text', labels: [] },
  ],
  gold: [
    {
      user_id: 'u1',
      username: 'ana',
      name: 'ana',
      question: 'kind',
      title: 'Kind',
      answers: 20,
      right: 18,
      interval: [0.699, 0.972],
    },
    {
      user_id: 'u2',
      username: 'bob',
      name: 'bob',
      question: 'kind',
      title: 'Kind',
      answers: 2,
      right: 2,
      interval: [0.342, 1],
    },
    {
      user_id: 'u2',
      username: 'bob',
      name: 'bob',
      question: 'tags',
      title: 'Tags',
      answers: 1,
      right: 0,
      interval: [0, 0.793],
    },
  ],
}

const FIGURES = {
  records: 60,
  answers: 120,
  people: 2,
  percent: 0.9,
  percent_interval: null,
  alpha: 0.8,
  interval: null,
  alpha_equal_steps: null,
  alpha_equal_steps_interval: null,
  cohen: null,
  cohen_interval: null,
  fleiss_interval: null,
} as const
const AGREEMENT: DatasetAgreement = {
  questions: [
    {
      ...FIGURES,
      ...{
        id: 'q1',
        name: 'kind',
        title: 'Kind',
        type: 'label_selection',
        fleiss: null,
        f1: null,
        f1_interval: null,
        pairs: [],
        labels: [],
      },
      ...{ verdict: 'reliable', meaning: '' },
      people_agreement: [
        {
          user_id: 'u1',
          comparisons: 60,
          percent: 0.9,
          percent_interval: [0.8, 0.96],
          alpha: 0.81,
          interval: [0.7, 0.9],
        },
        { user_id: 'u2', comparisons: 1, percent: 0.5, percent_interval: [0.1, 0.95], alpha: 0.2, interval: null },
      ],
    },
  ],
  users: [
    { id: 'u1', username: 'ana', name: 'ana' },
    { id: 'u2', username: 'bo', name: 'bo' },
  ],
}

const PEOPLE = [
  { id: 'u1', username: 'ana', role: 'annotator', workspaces: [{ id: 'w1', name: 'team' }] },
  { id: 'u2', username: 'bob', role: 'owner', workspaces: [] },
  { id: 'u3', username: 'elsewhere', role: 'annotator', workspaces: [{ id: 'w2', name: 'other' }] },
].map((person) => ({ ...person, first_name: person.username, last_name: null, last_seen_at: null, disabled_at: null }))
const ASSIGNED: Assignments = {
  ...{ records: 30, jobs: [] },
  people: [
    { user_id: 'u1', username: 'ana', assigned: 20, done: 5, left: 15 },
    { user_id: 'u2', username: 'bob', assigned: 10, done: 10, left: 0 },
  ].map((person) => ({ ...person, name: person.username, assigned_at: '2026-11-20T09:00:00' })),
}

const SOURCE = {
  ...{ id: 'm1', dataset_id: 'd1', name: 'source', title: 'Source', visible_for_annotators: true },
  ...{ settings: { type: 'terms', values: ['web', 'phone'] }, inserted_at: '', updated_at: '' },
}
const COUNTED = {
  scope: { entity: 'metadata', metadata_property: 'source' },
  ...{ type: 'terms', has_more: false, total: 2 },
  values: ['web', 'phone'].map((value) => ({ value, count: 20 })),
}

let assignments: Assignments
let agreement: DatasetAgreement | Promise<DatasetAgreement> | FakeReply
/** What was asked of the server about assignments. */
let sent: [string, unknown][]
/** How often each was asked for. */
let counted: { disagreements: number; doubts: number }
beforeEach(() => {
  assignments = { records: 0, people: [], jobs: [] }
  agreement = AGREEMENT
  sent = []
  counted = { disagreements: 0, doubts: 0 }
})

function open(progress: TeamProgress | FakeReply, role: 'owner' | 'annotator' = 'owner') {
  fakeServer({
    isSignedIn: true,
    user: { role },
    routes: {
      'GET /api/v1/datasets/d1': () => DATASET,
      'GET /api/v1/workspaces/w1': () => ({ id: 'w1', name: 'team' }),
      'GET /api/v1/datasets/d1/team-progress': () => progress,
      'GET /api/v1/datasets/d1/agreement': () => agreement,
      'GET /api/v1/datasets/d1/assignments': () => assignments,
      'GET /api/v1/people': () => ({ items: PEOPLE }),
      'POST /api/v1/datasets/d1/assignments:preview': ({ body }) => {
        sent.push(['preview', JSON.parse(body)])
        return { records: 40, people: [{ user_id: 'u1', username: 'ana', records: 7 }], incomplete: 33 }
      },
      'POST /api/v1/datasets/d1/assignments:preview_take_back': ({ body }) => {
        sent.push(['preview', JSON.parse(body)])
        const records = JSON.parse(body).user_ids ? 0 : 4
        return { records, people: records > 0 ? [{ user_id: 'u1', username: 'ana', records }] : [] }
      },
      'GET /api/v1/datasets/d1/fields': () => ({ items: [] }),
      'GET /api/v1/datasets/d1/questions': () => ({ items: [] }),
      'GET /api/v1/datasets/d1/vectors-settings': () => ({ items: [] }),
      'GET /api/v1/me/datasets/d1/metadata-properties': () => ({ items: [SOURCE] }),
      'POST /api/v1/me/datasets/d1/records/facets': () => ({ total: 40, facets: [COUNTED] }),
      'POST /api/v1/datasets/d1/assignments': ({ body }) => {
        sent.push(['assign', JSON.parse(body)])
        assignments = ASSIGNED
        return { job_id: 'j1' }
      },
      'DELETE /api/v1/datasets/d1/assignments': ({ body }) => {
        sent.push(['take back', JSON.parse(body)])
        return { job_id: 'j2' }
      },
      'GET /api/v1/datasets/d1/doubts': () => {
        counted.doubts += 1
        return { items: [], users: [], open: 2, resolved: 1 }
      },
      'GET /api/v1/datasets/d1/disagreements': () => {
        counted.disagreements += 1
        return { items: [], open: 7, resolved: 0 }
      },
    },
  })
  openPage('/dataset/d1/progress', {
    '/dataset/:id/progress': () => <TeamProgressPage />,
    '/dataset/:id/annotation-mode': () => <p>queue</p>,
  })
}

describe('the progress of a team', () => {
  it('shows how far it is, how fast, and when all records will be complete', async () => {
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'Records that are complete' })
    for (const text of ['50%', '60 of 120', '20 a day', '124', '4 records have some, but not yet 2'])
      expect(within(card).getByText(text)).toBeTruthy()
    // Three working days are left, from Tuesday the 24th on.
    expect(within(card).getByText(/^[^ ]* ?26|26 ?[^ ]*$/, { selector: 'dd' })).toBeTruthy()
  })

  it('lists people with today and what they have answered', async () => {
    open(PROGRESS)
    const table = await screen.findByRole('table', { name: 'People' })
    const [, ana, gone] = within(table).getAllByRole('row')
    expect(ana?.textContent).toMatch(/ana410?0?.*9 s/)
    expect(gone?.textContent).toContain('somebody deleted')
  })

  it('calls people by name, and adds the username where two have the same', async () => {
    const [ana] = PROGRESS.people as [TeamProgress['people'][number]]
    const named = (username: string, name: string) => ({ ...ana, user_id: username, username, name })
    const people = [named('ana', 'Ana Kovač'), named('ana2', 'Ana Kovač'), named('mei', '田中 梅')]
    open({ ...PROGRESS, people })
    const table = await screen.findByRole('table', { name: 'People' })
    const names = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent)
    expect(names).toEqual(['Ana Kovač (ana)', 'Ana Kovač (ana2)', '田中 梅'])
    const drafts = await screen.findByText('9 drafts nobody has submitted')
    expect(drafts.textContent).toMatch(/Ana Kovač \(ana\): 3 · Ana Kovač \(ana2\): 3 · 田中 梅: 3$/)
    // The file also has the usernames, by which programs know them.
    const card = await screen.findByRole('region', { name: 'People' })
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    expect(within(card).getByRole('row', { name: /^田中 梅 mei 4/ })).toBeTruthy()
  })

  it('has local times in the table of people', async () => {
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'People' })
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    const table = within(card).getByRole('table', { name: 'People' })
    const [, ana] = within(table).getAllByRole('row')
    expect(ana?.textContent).toContain(formatDateTime(new Date('2026-11-23T09:00:00Z')))
    expect(ana?.textContent).not.toContain('T09:00')
  })

  it('shows what became of suggestions, each question’s labels, and what waits', async () => {
    open(PROGRESS)
    const suggestions = await screen.findByRole('region', { name: 'What became of the suggestions' })
    for (const text of ['accepted 37.5%', 'changed 12.5%', 'open 50%'])
      expect(within(suggestions).getByText(text)).toBeTruthy()
    const labels = screen.getByRole('region', { name: 'Labels answered' })
    expect(within(labels).getAllByRole('listitem')).toHaveLength(12)
    await userEvent.click(within(labels).getByRole('button', { name: '3 more labels' }))
    expect(within(labels).getAllByRole('listitem')).toHaveLength(15)
    expect(await screen.findByText('7 records people disagree on')).toBeTruthy()
    expect(screen.getByText('2 records somebody is not sure of')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      '/dataset/d1/disagreements?show=doubts',
    )
    // Whose they are, to remind these people.
    expect(screen.getByText('3 drafts nobody has submitted').textContent).toMatch(/submittedana: 3$/)
  })

  it('shows the questions of suggestions by their titles', async () => {
    const { suggestions: outcomes } = PROGRESS
    open({ ...PROGRESS, suggestions: [...outcomes, ...outcomes.map((one) => ({ ...one, question: 'tags' }))] })
    const suggestions = await screen.findByRole('region', { name: 'What became of the suggestions' })
    expect(within(suggestions).getByText('Kind')).toBeTruthy()
    expect(within(suggestions).getByText('Tags')).toBeTruthy()
  })

  it('shows the values of a rating in the order of the scale', async () => {
    const labels = [2, 10, 1].map((value, at) => ({ label: String(value), answers: 9 - at, suggested: 0 }))
    open({ ...PROGRESS, questions: [{ name: 'good', title: 'Good', type: 'rating', labels }] })
    const card = await screen.findByRole('region', { name: 'Labels answered' })
    const shown = within(card).getAllByRole('listitem')
    expect(shown.map((one) => one.textContent)).toEqual(['17', '29', '108'])
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    const rows = within(card).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual(['good170', 'good290', 'good1080'])
  })

  it('shows labels by the texts that annotators read, and in the table also by their values', async () => {
    const labels = [
      { label: 'B-1', text: 'Billing', answers: 5, suggested: 0 },
      { label: 'other', answers: 2, suggested: 0 },
    ]
    open({ ...PROGRESS, questions: [{ name: 'kind', title: 'Kind', type: 'label_selection', labels }] })
    const card = await screen.findByRole('region', { name: 'Labels answered' })
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual(['Billing5', 'other2'])
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    const rows = within(card).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'QuestionLabelTextAnswersSuggested',
      'kindB-1Billing50',
      'kindotherother20',
    ])
  })

  it('has a table and a file for each chart, whose texts are no formulas', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
    )
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'Labels answered' })
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    const table = within(card).getByRole('table', { name: 'Labels answered' })
    expect(within(table).getByRole('row', { name: 'tags =urgent 2 0' })).toBeTruthy()
    await userEvent.click(within(card).getByRole('button', { name: 'Download Labels answered as CSV' }))
    const text = await saved[0]?.text()
    expect(text?.split('\r\n')).toEqual(expect.arrayContaining(["tags,'=urgent,2,0", 'best: ranked first,p,3,1']))
  })

  it.each([
    ['ranking', /^How often each option was ranked first/],
    ['text', 'Answers to a text question have no labels to count.'],
  ])('says what is counted of a %s question', async (type, words) => {
    open({ ...PROGRESS, questions: PROGRESS.questions.filter((one) => one.type === type) })
    const card = within(await screen.findByRole('region', { name: 'Labels answered' }))
    expect(card.getByText(words)).toBeTruthy()
    expect(card.queryAllByRole('listitem')).toHaveLength(type === 'text' ? 0 : 1)
  })

  it('shows how far each person agrees with the others, the least agreement first', async () => {
    open(PROGRESS)
    const table = await screen.findByRole('table', { name: 'Agreement' })
    const [head, first, second] = within(table).getAllByRole('row')
    expect(head?.textContent).toBe('NameKind')
    expect(first?.textContent).toMatch(/bo.*α 0\.20 50% 10% to 95%/)
    expect(second?.textContent).toMatch(/ana.*α 0\.81 0\.70 to 0\.90 ?90% 80% to 96%/)
    const card = screen.getByRole('region', { name: 'Agreement' })
    await userEvent.click(within(card).getByRole('radio', { name: 'Table' }))
    expect(within(card).getByRole('row', { name: 'bo bo 1 0.5 0.1 0.95 0.2' })).toBeTruthy()
  })

  it('says so while nobody has answered, and when it cannot be counted', async () => {
    open({ ...PROGRESS, people: [], days: [], answers: 0 })
    expect(await screen.findByText('No answers yet')).toBeTruthy()
  })

  it('shows how many answers to gold records are right, with how far that can be relied on', async () => {
    open(PROGRESS)
    const card = within(await screen.findByRole('region', { name: 'Accuracy on gold records' }))
    const row = (name: RegExp) => card.getByRole('row', { name }).textContent
    expect(row(/ana/)).toContain('90% 69.9% to 97.2%, 18 of 20')
    expect(row(/bob/)).toMatch(/100% 34.2% to 100%, 2 of 2.*0% 0% to 79.3%, 0 of 1/)
    expect(card.getByRole('columnheader', { name: 'Tags' })).toBeTruthy()
    expect(card.getByRole('link', { name: 'Show the gold records' }).getAttribute('href')).toBe(goldUrl('d1'))
  })

  it('leads to gold records that nobody has answered yet', async () => {
    open({ ...PROGRESS, gold: [] })
    const card = within(await screen.findByRole('region', { name: 'Accuracy on gold records' }))
    expect(card.getByText('Nobody has answered one yet.')).toBeTruthy()
    expect(card.getByRole('link', { name: 'Show the gold records' })).toBeTruthy()
  })

  it('offers another try when it cannot be counted', async () => {
    open(new FakeReply(503, { detail: 'busy' }))
    expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('could not be counted')
  })

  it('assigns records to people who can open them, after a preview', async () => {
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'Assigned records' })
    expect(await within(card).findByText(/No record is assigned/)).toBeTruthy()
    await userEvent.click(within(card).getByRole('button', { name: 'Assign records' }))
    const dialog = await screen.findByRole('dialog', { name: 'Assign records' })
    await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'ana' }))
    expect(within(dialog).queryByRole('checkbox', { name: 'elsewhere' })).toBeNull()
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Most records for ana' }), '7')
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Only records with these words/ }), 'refund')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }))
    expect(await within(dialog).findByText('ana gets 7 records')).toBeTruthy()
    expect(within(dialog).getByText(/^33 records would have too few people/)).toBeTruthy()
    // Another choice needs another preview.
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'bob' }))
    expect(within(dialog).queryByRole('button', { name: 'Assign' })).toBeNull()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Preview' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Assign' }))
    expect(await within(card).findByRole('row', { name: /bob.*10 10 0/ })).toBeTruthy()
    const body = { people_per_record: 2, search: { query: { text: { q: 'refund' } } } }
    const ana = { user_id: 'u1', quota: 7 }
    const both = { ...body, people: [ana, { user_id: 'u2', quota: null }] }
    expect(sent).toEqual([
      ['preview', { ...body, people: [ana] }],
      ['preview', both],
      ['assign', both],
    ])
  })

  it('assigns what filters find, and takes it back', async () => {
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'Assigned records' })
    await userEvent.click(within(card).getByRole('button', { name: 'Assign records' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(await filters.findByRole('button', { name: 'Source' }))
    await userEvent.click(await filters.findByRole('checkbox', { name: /^web/ }))
    await userEvent.click(filters.getByRole('button', { name: 'Show 40 records' }))
    expect(await dialog.findByText('Source: web')).toBeTruthy()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'ana' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(await dialog.findByText('40 records are selected:')).toBeTruthy()
    await userEvent.click(dialog.getByRole('radio', { name: 'Take back' }))
    // Another choice needs another preview; what cannot be taken back is not offered.
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(await dialog.findByText('None of these records can be taken back.')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Take back' })).toBeNull()
    await userEvent.click(dialog.getByRole('checkbox', { name: 'ana' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(await dialog.findByText('ana loses 4 records')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Take back' }))
    await waitFor(() => expect(sent).toHaveLength(4))
    const scope = { entity: 'metadata', metadata_property: 'source' }
    const search = { filters: { and: [{ type: 'terms', scope, values: ['web'] }] } }
    expect(sent).toEqual([
      ['preview', { people: [{ user_id: 'u1', quota: null }], people_per_record: 2, search }],
      ['preview', { user_ids: ['u1'], search }],
      ['preview', { search }],
      ['take back', { search }],
    ])
  })

  it('takes back what somebody has not answered, once that is confirmed', async () => {
    assignments = ASSIGNED
    open(PROGRESS)
    const card = await screen.findByRole('region', { name: 'Assigned records' })
    expect(await within(card).findByRole('row', { name: /ana.*20 5 15/ })).toBeTruthy()
    expect(within(card).queryByRole('button', { name: 'Take back records from bob' })).toBeNull()
    await userEvent.click(within(card).getByRole('button', { name: 'Take back records from ana' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(within(dialog).getByText(/^15 records/)).toBeTruthy()
    expect(sent).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }))
    await vi.waitFor(() => expect(sent).toEqual([['take back', { user_ids: ['u1'] }]]))
  })

  it('keeps the focus in its place when the pressed button goes away with what it has taken back', async () => {
    const [ana, bob] = ASSIGNED.people
    const both = ana && bob ? [ana, { ...bob, done: 4, left: 6 }] : []
    assignments = { ...ASSIGNED, people: both }
    open(PROGRESS)
    const button = await screen.findByRole('button', { name: 'Take back records from ana' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('alertdialog'))
    dialog.getByRole('button', { name: 'Take back' }).focus()
    assignments = { ...ASSIGNED, people: both.map((one, at) => (at === 0 ? { ...one, assigned: 5, left: 0 } : one)) }
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Take back records from bob'),
    )
  })

  it('asks the lead to reassign records that nobody has touched for two days, and to choose others', async () => {
    assignments = ASSIGNED
    vi.useFakeTimers({ now: new Date('2026-11-25T08:00:00Z'), toFake: ['Date'] })
    open(PROGRESS)
    await screen.findByText(/^7 records people disagree on/)
    expect(screen.queryByText(/untouched/)).toBeNull()
    cleanup()
    vi.setSystemTime(new Date('2026-11-25T10:00:00Z'))
    open(PROGRESS)
    const hint = await screen.findByText(/^ana: 15 assigned records untouched since .*23/)
    expect(hint).toBeTruthy()
    expect(screen.queryByText(/^bob: /)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Reassign: ana' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Reassign records of ana' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take back and choose others' }))
    const assign = await screen.findByRole('dialog', { name: 'Assign records' })
    expect(sent).toEqual([['take back', { user_ids: ['u1'] }]])
    expect(await within(assign).findByRole('checkbox', { name: 'bob' })).toBeTruthy()
    await userEvent.click(within(assign).getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  describe('reassigning', () => {
    const job = (id: string, change: Partial<Assignments['jobs'][number]> = {}) => ({
      ...{ id, action: 'take_back' as const, state: 'open' as const, done: 0, total: 15 },
      ...change,
    })
    /** Take back what ana has not answered, which goes on until `assignments` says otherwise. */
    async function takeBack() {
      assignments = { ...ASSIGNED, jobs: [job('j2')] }
      vi.useFakeTimers({ now: new Date('2026-11-25T10:00:00Z'), toFake: ['Date'] })
      open(PROGRESS)
      await userEvent.click(await screen.findByRole('button', { name: 'Reassign: ana' }))
      const dialog = await screen.findByRole('alertdialog', { name: 'Reassign records of ana' })
      await userEvent.click(within(dialog).getByRole('button', { name: 'Take back and choose others' }))
      await vi.waitFor(() => expect(sent).toEqual([['take back', { user_ids: ['u1'] }]]))
    }
    const later = { timeout: 4000 }

    it('lets choose others once the records are taken back, whatever others assign meanwhile', async () => {
      await takeBack()
      await screen.findByText(/^Taking/)
      expect(screen.queryByRole('dialog')).toBeNull()
      assignments = { ...ASSIGNED, jobs: [job('of somebody else', { action: 'assign' })] }
      const dialog = within(await screen.findByRole('dialog', { name: 'Assign records' }, later))
      await userEvent.click(await dialog.findByRole('checkbox', { name: 'bob' }))
      assignments = { ...ASSIGNED, jobs: [job('another', { action: 'assign', done: 7 })] }
      await screen.findByText('Assigning: 7 of 15 records done.', {}, later)
      expect(dialog.getByRole('checkbox', { name: 'bob' }).matches(':checked')).toBe(true)
    })

    it('stops when the records could not be taken back', async () => {
      await takeBack()
      await screen.findByText(/^Taking/)
      assignments = { ...ASSIGNED, jobs: [job('j2', { state: 'failed' })] }
      const card = within(screen.getByRole('region', { name: 'Assigned records' }))
      await card.findByText(/stopped/, {}, later)
      expect(screen.queryByRole('dialog')).toBeNull()
      assignments = ASSIGNED
      await userEvent.click(card.getByRole('button', { name: 'Take back records from ana' }))
      await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Take back' }))
      await waitFor(() => expect(card.queryByText(/stopped/)).toBeNull())
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  })

  it.each([
    ['says why fewer are left than are not done', 14, 1],
    ['says nothing of it where the figures add up', 15, 0],
  ])('%s', async (_, left, notes) => {
    const [ana, ...others] = ASSIGNED.people
    assignments = { ...ASSIGNED, people: ana ? [{ ...ana, left }, ...others] : [] }
    open(PROGRESS)
    const card = within(await screen.findByRole('region', { name: 'Assigned records' }))
    await card.findByRole('row', { name: new RegExp(`^ana.*20 5 ${left}`) })
    expect(card.queryAllByText(/^Records that others have completed, and gold records/)).toHaveLength(notes)
  })

  it('shows each failed job until it is dismissed', async () => {
    const job = { action: 'take_back' as const, state: 'failed' as const, total: 15 }
    assignments = { ...ASSIGNED, jobs: [1, 2].map((done) => ({ ...job, id: `j${done}`, done })) }
    open(PROGRESS)
    const card = within(await screen.findByRole('region', { name: 'Assigned records' }))
    await card.findByText(/^Taking back stopped after 1 of/)
    await userEvent.click(card.getByRole('button', { name: 'Dismiss' }))
    await card.findByText(/^Taking back stopped after 2 of/)
    await userEvent.click(card.getByRole('button', { name: 'Dismiss' }))
    expect(card.queryByText(/stopped/)).toBeNull()
    expect(document.activeElement?.textContent).toBe('Assigned records')
  })

  it('does not count the disagreements anew while others work', async () => {
    const live = fakeLive('d1')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    open(PROGRESS)
    await screen.findByText('7 records people disagree on')
    await waitFor(() => expect(live.count().open).toBe(1))
    expect(counted).toEqual({ disagreements: 1, doubts: 1 })
    live.change('d1', { changes: 6, decisions: 1, doubts: 1 })
    await waitFor(() => expect(counted.doubts).toBe(2), { timeout: 4000 })
    expect(counted.disagreements).toBe(1)
  })

  it('shows the days of this week alone', async () => {
    open(PROGRESS)
    const card = within(await screen.findByRole('region', { name: 'Records that are complete' }))
    await userEvent.click(screen.getByRole('radio', { name: 'This week' }))
    expect(card.getByText('Answers this week').parentElement?.textContent).toContain('4')
    // The pace is still that of the last ten working days.
    expect(card.getByText('20 a day')).toBeTruthy()
    const [, ana] = within(screen.getByRole('table', { name: 'People' })).getAllByRole('row')
    expect(ana?.textContent).toMatch(/ana449 s/)
    await userEvent.click(card.getByRole('radio', { name: 'Table' }))
    const rows = card.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows.slice(1)).toEqual(['2026-11-234060'])
    await userEvent.click(screen.getByRole('radio', { name: 'Since the start' }))
    expect(card.getAllByRole('row')).toHaveLength(5)
  })

  describe('the tables of all cards', () => {
    let names: string[]
    beforeEach(() => {
      names = []
      vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
        names.push(this.download)
      })
    })
    afterEach(() => void vi.restoreAllMocks())
    const exportAll = async () => userEvent.click(await screen.findByRole('button', { name: 'Export all tables' }))

    it('are downloaded', async () => {
      open(PROGRESS)
      await screen.findByRole('region', { name: 'Agreement' })
      await exportAll()
      expect(names).toHaveLength(6)
      expect(names).toContain('Calls Records that are complete.csv')
      expect(names).toContain('Calls Agreement.csv')
    })

    it('wait for agreement while it is being computed', async () => {
      let compute: (computed: DatasetAgreement) => void = () => {}
      agreement = new Promise((resolve) => {
        compute = resolve
      })
      open(PROGRESS)
      await exportAll()
      await screen.findByText('Agreement is still being computed: the files follow.')
      expect(names).toEqual([])
      compute(AGREEMENT)
      await vi.waitFor(() => expect(names).toHaveLength(6))
      expect(names).toContain('Calls Agreement.csv')
      expect(screen.queryByText(/still being computed/)).toBeNull()
    })

    it('are downloaded without agreement if that cannot be computed, which is said', async () => {
      agreement = new FakeReply(500, { detail: 'no' })
      open(PROGRESS)
      await exportAll()
      await screen.findByText(
        'Agreement could not be computed: its table is not among the files.',
        {},
        { timeout: 9000 },
      )
      expect(names).toHaveLength(5)
    }, 15_000)
  })

  it('is for leads', async () => {
    open(PROGRESS, 'annotator')
    expect(await screen.findByText('queue')).toBeTruthy()
  })
})
