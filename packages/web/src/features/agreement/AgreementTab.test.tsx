import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { AgreementTab } from './AgreementTab.tsx'

afterEach(() => vi.unstubAllGlobals())

const LABELS: DatasetAgreement['questions'][number] = {
  ...{ id: 'q1', name: 'kind', title: 'Kind', type: 'label_selection', records: 1204, answers: 2408, people: 2 },
  ...{
    percent: 0.912,
    percent_interval: [0.9, 0.92],
    alpha: 0.8344,
    interval: [0.79, 0.871],
    cohen: 0.834,
    cohen_interval: [0.8012, 0.8663],
    fleiss: 0.8301,
    fleiss_interval: [0.8281, 0.8324],
    alpha_equal_steps: null,
    alpha_equal_steps_interval: null,
    f1: null,
    f1_interval: null,
  },
  ...{ verdict: 'reliable', meaning: 'People agree well enough to rely on these answers (0.80 or more).' },
  pairs: [
    {
      users: ['u1', 'gone'],
      records: 1204,
      percent: 0.912,
      percent_interval: [0.895, 0.927],
      kappa: 0.834,
      kappa_interval: [0.8012, 0.8663],
      alpha: 0.83,
      interval: [0.7, 0.96],
    },
  ],
  people_agreement: [
    { user_id: 'u1', comparisons: 1204, percent: 0.912, percent_interval: [0.9, 0.92], alpha: 0.83, interval: null },
  ],
  labels: [{ label: 'bill', used: 1300, f1: 0.95, f1_interval: [0.93, 0.97], alpha: 0.9, interval: [0.86, 0.94] }],
}
const TEXT: typeof LABELS = {
  ...LABELS,
  ...{
    id: 'q2',
    name: 'note',
    title: 'Note',
    type: 'text',
    alpha: null,
    interval: null,
    cohen: null,
    cohen_interval: null,
    fleiss: null,
    fleiss_interval: null,
  },
  ...{ verdict: 'unknown', meaning: '91 % of the pairs of answers are the same text.', labels: [] },
}

/** @param questions - the questions of the dataset, for the texts of their options */
function open(agreement: DatasetAgreement | FakeReply, questions: readonly object[] = []) {
  fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/datasets/d1/agreement': () => agreement,
      'GET /api/v1/datasets/d1/questions': () => ({ items: questions }),
    },
  })
  openPage('/', { '/': () => <AgreementTab datasetId="d1" datasetName="Mail" /> })
}

describe('the agreement of a dataset', () => {
  it('shows the values of a rating in the order of the scale', async () => {
    const labels = ['2', '10', '1'].map((label) => ({ ...LABELS.labels[0], label })) as typeof LABELS.labels
    open({ questions: [{ ...LABELS, type: 'rating', labels }], users: [{ id: 'u1', username: 'ana', name: 'ana' }] })
    const table = await screen.findByRole('table', { name: /^Labels: / })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.querySelector('td')?.textContent)).toEqual(['1', '2', '10'])
  })

  it('shows each question with its figure, interval and meaning, pairs and labels', async () => {
    open({ questions: [LABELS, TEXT], users: [{ id: 'u1', username: 'ana', name: 'ana' }] })
    const kind = await screen.findByRole('region', { name: 'Kind' })
    const figures = within(kind)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(figures).toEqual([
      ...['0.83', '95 % interval 0.79 to 0.87'],
      ...['91.2%', '95 % interval 90% to 92%'],
      ...['0.83', '95 % interval 0.80 to 0.87'],
      // Two digits would not tell its ends apart.
      ...['0.83', '95 % interval 0.828 to 0.832'],
    ])
    for (const text of ["Krippendorff's α", 'Identical answers', "Cohen's κ", "Fleiss' κ", 'Reliable', LABELS.meaning])
      expect(within(kind).getByText(text)).toBeTruthy()
    const pairs = within(kind).getByRole('table', { name: 'Pairs of people: Kind' })
    expect(
      within(pairs).getByRole('row', {
        name: 'ana and somebody deleted 1,204 91.2% 89.5% to 92.7% 0.83 0.80 to 0.87 0.83 0.70 to 0.96',
      }),
    ).toBeTruthy()
    expect(within(kind).getByRole('row', { name: 'bill 1,300 95% 93% to 97% 0.90 0.86 to 0.94' })).toBeTruthy()
    const note = screen.getByRole('region', { name: 'Note' })
    expect(note.textContent).toContain('Identical answers91.2%')
    expect(within(note).getAllByRole('definition').at(-1)?.textContent).toBe('95 % interval 90% to 92%')
    expect(within(note).queryByText("Krippendorff's α")).toBeNull()
    expect(within(note).queryByRole('table', { name: /^Labels/ })).toBeNull()
  })

  it('names labels by the texts that people see, also a retired one', async () => {
    const option = (value: string, text: string) => ({ value, text, description: null })
    const labels = ['bill', 'old', 'gone'].map((label) => ({ ...LABELS.labels[0], label })) as typeof LABELS.labels
    const settings = { type: 'label_selection', options: [option('bill', 'About a bill')], visible_options: null }
    open({ questions: [{ ...LABELS, labels }], users: [] }, [
      { id: 'q1', name: 'kind', settings: { ...settings, retired_options: [option('old', 'An old one')] } },
    ])
    const table = within(await screen.findByRole('table', { name: /^Labels: / }))
    await table.findByRole('cell', { name: 'About a bill' })
    table.getByRole('cell', { name: 'An old one' })
    table.getByRole('cell', { name: 'gone' })
  })

  it('has no minus before a figure that is rounded to 0', async () => {
    open({ questions: [{ ...LABELS, alpha: -0.001, interval: [-0.004, 0.1] }], users: [] })
    const kind = await screen.findByRole('region', { name: 'Kind' })
    const [alpha, interval] = within(kind).getAllByRole('definition')
    expect([alpha?.textContent, interval?.textContent]).toEqual(['0.00', '95 % interval 0.00 to 0.10'])
  })

  it('shows ratings with equal steps as well, and the interval of every figure, on screen and as CSV', async () => {
    const saved: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x', revokeObjectURL: () => {} }),
    )
    const stars = { ...LABELS, name: 'stars', title: 'Stars', type: 'rating', cohen: null, fleiss: null } as const
    const equal = { alpha_equal_steps: 0.849, alpha_equal_steps_interval: [0.801, 0.882] as [number, number] }
    const spans = {
      ...LABELS,
      id: 'q3',
      name: 'names',
      title: 'Names',
      type: 'span',
      cohen: null,
      fleiss: null,
    } as const
    const f1 = { f1: 0.72, f1_interval: [0.61, 0.8] as [number, number] }
    open({
      questions: [
        { ...stars, ...equal },
        { ...spans, ...f1 },
      ],
      users: [],
    })
    const card = within(await screen.findByRole('region', { name: 'Stars' }))
    expect(card.getByText('α with equal steps').parentElement?.textContent).toBe(
      'α with equal steps0.8595 % interval 0.80 to 0.88',
    )
    expect(card.getByText(/compares ratings by their order only/)).toBeTruthy()
    const names = within(screen.getByRole('region', { name: 'Names' }))
    expect(names.getByText('F1 of spans').parentElement?.textContent).toBe('F1 of spans0.7295 % interval 0.61 to 0.80')
    expect(names.queryByText(/compares ratings by their order only/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    const [columns = [], ...rows] = ((await saved[0]?.text()) ?? '')
      .replace(/, (low|high)/g, ' $1')
      .split('\r\n')
      .map((line) => line.split(','))
    const cells = (row: string[] | undefined, figure: string) => {
      const at = columns.findIndex((column) => column.includes(figure))
      return row?.slice(at, at + 3)
    }
    expect(cells(rows[0], 'equal steps')).toEqual(['0.849', '0.801', '0.882'])
    expect(cells(rows[1], 'Identical answers')).toEqual(['0.912', '0.895', '0.927'])
    const ofLabel = rows.find((row) => row[1] === 'bill')
    expect(ofLabel?.slice(-3)).toEqual(['0.95', '0.93', '0.97'])
    expect(rows.find((row) => row[0] === 'names')?.slice(-3)).toEqual(['0.72', '0.61', '0.8'])
    for (const row of rows.filter((one) => one.length > 1)) expect(row).toHaveLength(columns.length)
  })

  it('says what is needed while nothing has two answers', async () => {
    open({ questions: [{ ...LABELS, records: 0, percent: null }], users: [] })
    expect(await screen.findByText('Nothing to compare yet')).toBeTruthy()
    expect(screen.getByText(/records that two people have answered/)).toBeTruthy()
  })

  it('offers another try when it cannot be computed', async () => {
    open(new FakeReply(503, { detail: 'busy' }))
    await screen.findByText(/could not be computed/, {}, { timeout: 10_000 })
    expect(await screen.findByRole('button', { name: 'Compute again' })).toBeTruthy()
  })

  it('says that the dataset is gone when somebody has deleted it, without another try', async () => {
    open(new FakeReply(404, { detail: 'Dataset not found' }))
    await screen.findByText(/somebody has deleted this dataset/, {}, { timeout: 10_000 })
    expect(screen.queryByRole('button', { name: 'Compute again' })).toBeNull()
  })
})
