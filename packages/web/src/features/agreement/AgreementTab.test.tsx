import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import { screen, within } from '@testing-library/react'
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
    f1: null,
  },
  ...{ verdict: 'reliable', meaning: 'People agree well enough to rely on these answers (0.80 or more).' },
  pairs: [
    {
      users: ['u1', 'gone'],
      records: 1204,
      percent: 0.912,
      kappa: 0.834,
      kappa_interval: [0.8012, 0.8663],
      alpha: 0.83,
      interval: [0.7, 0.96],
    },
  ],
  people_agreement: [{ user_id: 'u1', comparisons: 1204, percent: 0.912, alpha: 0.83 }],
  labels: [{ label: 'bill', used: 1300, f1: 0.95, alpha: 0.9 }],
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

function open(agreement: DatasetAgreement | FakeReply) {
  fakeServer({ isSignedIn: true, routes: { 'GET /api/v1/datasets/d1/agreement': () => agreement } })
  openPage('/', { '/': () => <AgreementTab datasetId="d1" datasetName="Mail" /> })
}

describe('the agreement of a dataset', () => {
  it('shows each question with its figure, interval and meaning, pairs and labels', async () => {
    open({ questions: [LABELS, TEXT], users: [{ id: 'u1', username: 'ana' }] })
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
        name: 'ana and somebody deleted 1,204 91.2% 0.83 0.80 to 0.87 0.83 0.70 to 0.96',
      }),
    ).toBeTruthy()
    expect(within(kind).getByRole('row', { name: 'bill 1,300 95% 0.90' })).toBeTruthy()
    const note = screen.getByRole('region', { name: 'Note' })
    expect(note.textContent).toContain('Identical answers91.2%')
    expect(within(note).getAllByRole('definition').at(-1)?.textContent).toBe('95 % interval 90% to 92%')
    expect(within(note).queryByText("Krippendorff's α")).toBeNull()
    expect(within(note).queryByRole('table', { name: /^Labels/ })).toBeNull()
  })

  it('says what is needed while nothing has two answers', async () => {
    open({ questions: [{ ...LABELS, records: 0, percent: null }], users: [] })
    expect(await screen.findByText('Nothing to compare yet')).toBeTruthy()
    expect(screen.getByText(/records that two people have answered/)).toBeTruthy()
  })

  it('offers another try when it cannot be computed', async () => {
    open(new FakeReply(503, { detail: 'busy' }))
    expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('could not be computed')
    expect(screen.getByRole('button', { name: 'Compute again' })).toBeTruthy()
  })
})
