import { classicManifestText } from '@postil/importing/classic/manifest'
import { countRecords } from '@postil/importing/convert/count-records'
import { manifestText } from '@postil/importing/export/manifest'
import { scanFile } from '@postil/importing/read/scan'
import { fakeStore } from '@postil/importing/testing/fake-store'
import { type UploadJob, uploadFile } from '@postil/importing/upload/upload'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endSession } from '../../api/account/session-link.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { SessionContext } from '../session/session.ts'
import { EngineContext } from './engine/engine.ts'
import type { ImportEngine } from './engine/worker-engine.ts'
import { NewDatasetPage } from './NewDatasetPage.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

const CSV =
  'text,intent,stars\nWhere is my card?,card_arrival,4\nIt was stolen,lost_card,5\nStill waiting,card_arrival,1\n'

function open(role: 'owner' | 'annotator' = 'owner', address = '/datasets/new', store = fakeStore()) {
  vi.stubGlobal('fetch', store.fetch)
  const user = { id: 'u1', username: 'maria', first_name: 'Maria', last_name: null, role, workspaces: [] }
  const session = {
    user,
    status: 'in' as const,
    signIn: async () => undefined,
    signOut: async () => undefined,
    expire: () => undefined,
    retry: () => undefined,
  }
  const engine = {
    scan: scanFile,
    count: countRecords,
    upload: (job: UploadJob, options?: Parameters<ImportEngine['upload']>[1]) =>
      uploadFile(job, { ...options, client: store.client }),
  } satisfies ImportEngine
  const router = createMemoryRouter(
    [
      { path: '/datasets/new', element: <NewDatasetPage /> },
      { path: '/elsewhere', element: <h1>Elsewhere</h1> },
    ],
    {
      initialEntries: [address],
    },
  )
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <EngineContext value={engine}>
          <RouterProvider router={router} />
        </EngineContext>
      </SessionContext>
    </QueryClientProvider>,
  )
  const choose = async (text: string | Uint8Array<ArrayBuffer> = CSV, name = 'Bank Köln.csv', manifest?: File) => {
    await screen.findByRole('button', { name: 'Choose a file' })
    const input = container.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is no file input.')
    await userEvent.upload(input, [new File([text], name), ...(manifest ? [manifest] : [])])
  }
  const create = () => userEvent.click(screen.getByRole('button', { name: 'Create dataset' }))
  return { store, router, choose, create, user: userEvent.setup() }
}

/** Open the page with a file chosen again, after a dataset was made of it. */
async function openSecondTime() {
  const opened = open()
  const { choose, create, user } = opened
  await choose()
  await screen.findByText('3 records, ready to be created')
  await create()
  await user.click(await screen.findByRole('button', { name: 'Another file' }))
  await choose()
  return opened
}

async function pick(name: string, option: string) {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

describe('an export without its manifest', () => {
  const MANIFEST = manifestText({
    exportedAt: '2026-11-28T10:00:00.000Z',
    dataset: { name: 'Letters', workspace: 'team' },
    schema: {
      guidelines: 'Read twice.',
      allowExtraMetadata: true,
      minSubmitted: 1,
      fields: [{ name: 'text', title: 'Letter', required: true, settings: { type: 'text', use_markdown: false } }],
      questions: [
        {
          name: 'kind',
          title: 'What kind?',
          description: null,
          required: true,
          settings: { type: 'text', use_markdown: false },
        },
      ],
      metadata: [],
      vectors: [],
    },
    choice: {
      ...{ responses: 'all', layout: 'nested', suggestions: true, resolutions: true, final: true, doubts: true },
      ...{ metadata: true, vectors: false, statuses: [] },
    },
    counts: { records: 2, responses: 0, suggestions: 2, resolutions: 0, doubts: 0 },
    file: { name: 'Letters.jsonl', format: 'jsonl', bytes: 1, sha256: 'none' },
  })
  const LINES = ['a', 'b'].map((kind, at) =>
    JSON.stringify({ id: `r${at}`, fields: { text: `${kind} letter` }, suggestions: { kind: { value: kind } } }),
  )
  const isMissing = /came with a manifest, Letters.jsonl.manifest.json, which is missing here/
  const jsonFile = (name: string, text: string) => new File([text], name, { type: 'application/json' })

  it('says what is lost, and takes the manifest by itself', async () => {
    const { store, choose, create, user } = open()
    await choose(LINES.join('\n'), 'Letters.jsonl')
    await screen.findByText(isMissing)
    expect(screen.getByText(/guidelines, titles and descriptions are lost/)).toBeTruthy()
    const input = screen.getByLabelText('Manifest')
    await user.upload(input, jsonFile('other.json', '{}'))
    await screen.findByText('other.json is not the manifest of an export.')
    await user.upload(input, jsonFile('Letters.jsonl.manifest.json', MANIFEST))
    await screen.findByText(/with the settings of its manifest/)
    expect(screen.queryByText(isMissing)).toBeNull()
    await create()
    await screen.findByRole('heading', { name: 'Letters is ready' })
    const [dataset] = store.datasets.values()
    expect(dataset?.parts.questions?.map(({ title }) => title)).toEqual(['What kind?'])
  }, 60_000)

  it('takes a manifest that is dropped alone', async () => {
    const { choose } = open()
    await choose(LINES.join('\n'), 'Letters.jsonl')
    await screen.findByText(isMissing)
    fireEvent.drop(window, {
      dataTransfer: { types: ['Files'], files: [jsonFile('Letters.jsonl.manifest.json', MANIFEST)] },
    })
    await screen.findByText(/with the settings of its manifest/)
    expect(screen.queryByText(/Drop the exported file with it/)).toBeNull()
  }, 60_000)

  it('is not asked for where nothing is lost: for a file of other origin, and for an existing dataset', async () => {
    const { choose, user } = await openSecondTime()
    await screen.findByText('3 records, ready to be created')
    expect(screen.queryByRole('button', { name: 'Add the manifest' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Another file' }))
    await choose(LINES.join('\n'), 'Letters.jsonl')
    await screen.findByText(isMissing)
    await user.click(screen.getByRole('radio', { name: /existing/i }))
    expect(screen.queryByText(isMissing)).toBeNull()
  }, 60_000)
})

it('makes a classic dataset of tagged tokens whose manifest is one of a classic dataset', async () => {
  const { choose } = open()
  const tags = 'Rome B-LOC\nsleeps O\n'
  const manifest = classicManifestText({
    exportedAt: '2026-11-28T10:00:00.000Z',
    dataset: { name: 'places', workspace: 'team', task: 'TokenClassification' },
    labels: ['PER', 'LOC'].map((name) => ({ id: name, name })),
    rules: [],
    statuses: [],
    records: 1,
    file: { name: 'places.conll', format: 'bio', bytes: 1, sha256: 'none' },
  })
  await choose(tags, 'places.conll', new File([manifest], 'places.conll.manifest.json'))
  await screen.findByText(/with the settings of its manifest/)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Token classification/ }).checked).toBe(true)
  expect(screen.getByLabelText(/^Name of the dataset/)).toHaveProperty('value', 'places')
  expect(screen.getByLabelText(/^2 labels/)).toHaveProperty('value', 'PER\nLOC')
}, 60_000)

it('keeps who made the suggestions of a file, and promises that nothing is written only until it is', async () => {
  const { store, choose, create, user } = open()
  await choose('text,intent\nWhere is my card?,card_arrival\nIt was stolen,lost_card\nStill waiting,card_arrival\n')
  const maker = await screen.findByLabelText('Who made the suggestions of “intent”')
  await user.type(maker, 'ö')
  expect(screen.getByText('Who made the suggestions needs another name.')).toBeTruthy()
  await user.clear(maker)
  await user.type(maker, 'tagger 1')
  expect(screen.getByText(/Nothing is written before you press Create/)).toBeTruthy()
  await create()
  await screen.findByRole('heading', { name: 'Bank Koln is ready' })
  expect(screen.queryByText(/Nothing is written/)).toBeNull()
  const [dataset] = store.datasets.values()
  expect(dataset?.records.map(({ suggestions }) => suggestions?.[0]?.agent)).toEqual(Array(3).fill('tagger 1'))
}, 60_000)

it('fills in the model of a file of predictions, and of a prediction that becomes a suggestion, to be changed', async () => {
  const { store, choose, create, user } = open()
  const rows = ['Where is my card?,card_arrival,4', 'It was stolen,lost_card,5', 'Still waiting,card_arrival,1']
  await choose(['text,intent,gpt_prediction', ...rows].join('\n'), 'test-predictions-bert.csv')
  const maker = await screen.findByLabelText('Who made the suggestions of “intent”')
  expect(maker).toHaveProperty('value', 'bert')
  await pick('Use of “gpt_prediction”$', 'Suggestion')
  expect(screen.getByLabelText('Who made the suggestions of “gpt_prediction”')).toHaveProperty('value', 'gpt')
  await user.type(maker, ' 2')
  await create()
  await screen.findByRole('heading', { name: 'test-predictions-bert is ready' })
  const [dataset] = store.datasets.values()
  const made = dataset?.records[0]?.suggestions?.map(({ agent }) => agent)
  expect(made?.toSorted()).toEqual(['bert 2', 'gpt'])
}, 60_000)

it('fills in the model again for predicted tags beside known ones, when these become a suggestion again', async () => {
  const { choose, user } = open()
  await choose('Rome\tB-person\tB-location\n\nRome\tB-location\tB-location\n\n', 'tagger-7.conll')
  await user.click(await screen.findByRole('radio', { name: /^Questions of any kind/ }))
  const maker = () => screen.findByLabelText('Who made the suggestions of “entities”')
  expect(await maker()).toHaveProperty('value', 'tagger-7')
  await user.clear(await maker())
  await pick('Use of “entities”$', 'Leave out')
  await pick('Use of “entities”$', 'Suggestion')
  expect(await maker()).toHaveProperty('value', 'tagger-7')
}, 60_000)

it('has the plan back whose session was over before it was carried out, for the same target only', async () => {
  const { choose, user } = open()
  await choose()
  await user.type(await screen.findByLabelText('Name of the dataset'), ' 2')
  endSession({})
  const again = (...where: Parameters<typeof open>) => {
    cleanup()
    return open(...where)
  }
  again('owner', '/datasets/new?into=d1')
  await screen.findByRole('button', { name: 'Choose a file' })
  const { create, store } = again()
  expect(await screen.findByLabelText('Name of the dataset')).toHaveProperty('value', 'Bank Koln 2')
  await create()
  await screen.findByRole('heading', { name: 'Bank Koln 2 is ready' })
  expect([...store.datasets.values()].map(({ records }) => records.length)).toEqual([3])
  again()
  await screen.findByRole('button', { name: 'Choose a file' })
}, 60_000)

it('offers another try when the workspaces could not be loaded', async () => {
  const store = fakeStore()
  store.trouble = ({ path }) => (path === '/api/v1/me/workspaces' ? 'down' : undefined)
  const { user } = open('owner', '/datasets/new', store)
  await screen.findByText('Your workspaces could not be loaded.', undefined, { timeout: 5000 })
  store.trouble = undefined
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Choose a file' })
})

it('does not ask who made suggestions when a column says so', async () => {
  const { choose, user } = open()
  await choose(
    'text,intent,intent_agent\nWhere is my card?,card_arrival,a\nIt was stolen,lost_card,b\nStill there,lost_card,b\n',
  )
  expect(await screen.findByText('3 records, ready to be created')).toBeTruthy()
  expect(screen.getByLabelText(/Use of “intent_agent”/).textContent).toBe('Agent of a suggestion')
  expect(screen.queryByLabelText('Who made the suggestions of “intent”')).toBeNull()
  // The invalid text is kept, to be corrected.
  await pick('Use of “intent_agent”$', 'Metadata')
  await user.type(screen.getByLabelText('Who made the suggestions of “intent”'), 'ö')
  await pick('Use of “intent_agent”$', 'Agent of a suggestion')
  await user.clear(screen.getByLabelText('Who made the suggestions of “intent”'))
  expect(await screen.findByText('3 records, ready to be created')).toBeTruthy()
  expect(screen.queryByLabelText('Who made the suggestions of “intent”')).toBeNull()
}, 60_000)

it('says how many records it makes: rows with a repeated id or without a required text make none', async () => {
  const { store, choose, create } = open()
  await choose('id,text,stars\na,Where is my card?,4\nb,,5\na,Again,1\nc,Still waiting,1\n')
  await pick('Use of “id”$', 'Id of the record')
  await screen.findByText(
    '2 records, ready to be created. Left out: 1 row with a repeated id, 1 row without a required text.',
  )
  await create()
  await screen.findByText(/^2 records created/)
  const [dataset] = store.datasets.values()
  expect(dataset?.records.map(({ external_id }) => external_id)).toEqual(['a', 'c'])
}, 60_000)

it('leads to the settings of the dataset that it made, of which a question is named after its title', async () => {
  const { store, choose, create, user } = open()
  await choose()
  await user.click(await screen.findByRole('button', { name: /^Written answer/ }))
  await user.keyboard('A better one')
  await create()
  const link = await screen.findByRole('link', { name: 'Go to its settings' })
  const [dataset] = store.datasets.values()
  expect(link.getAttribute('href')).toBe(`/dataset/${dataset?.id}/settings`)
  expect(dataset?.parts.questions?.map(({ name }) => name)).toContain('a_better_one')
}, 60_000)

it('points out options that differ only in case, and leaves them as they are', async () => {
  const { store, choose, create } = open()
  const labels = ['card_arrival', 'lost_card', 'Card_arrival', 'card_arrival', 'lost_card', 'Card_arrival']
  await choose(`text,intent\n${labels.map((label, row) => `Where is card ${row}?,${label}\n`).join('')}`)
  expect(
    await screen.findByText(/^“card_arrival” \/ “card_arrival” differ only in upper and lower case\./i),
  ).toBeTruthy()
  await create()
  await screen.findByRole('heading', { name: 'Bank Koln is ready' })
  const [dataset] = store.datasets.values()
  expect(dataset?.records.map(({ suggestions }) => suggestions?.[0]?.value)).toEqual(labels)
}, 60_000)

it('points out labels of a classic dataset that differ only in case, until they do not', async () => {
  const { choose, user } = open()
  const labels = ['Card', 'lost', 'card', 'Card', 'lost', 'card']
  await choose(`text,intent\n${labels.map((label, row) => `Where is card ${row}?,${label}\n`).join('')}`)
  await user.click(await screen.findByRole('radio', { name: /^Text classification/ }))
  expect(await screen.findByText(/^“card” \/ “Card” differ only in upper and lower case\./)).toBeTruthy()
  const box = screen.getByRole('textbox', { name: /labels/ })
  await user.clear(box)
  await user.type(box, 'Card{Enter}lost')
  expect(screen.queryByText(/differ only in upper and lower case/)).toBeNull()
}, 60_000)

it('says which line keeps a column from being numbers, and leaves it out when it is to be numbers', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `Message ${at},${at % 2 ? 'a' : 'b'},${at === 30 ? 'many' : at}`)
  const { choose } = open()
  await choose(`text,label,age\n${rows.join('\n')}\n`, 'ages.csv')
  await screen.findByText('Numbers, except “many” in line 32. As numbers, this row is left out.')
  await screen.findByText('40 records, ready to be created')
  await pick('Content of “age”', 'Whole numbers')
  await screen.findByText('39 records, ready to be created. Left out: 1 row with a value that does not fit.')
})

it('says which line has a list of another length than the other vectors', async () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify({ text: `Message ${at}`, label: at % 2 ? 'a' : 'b', emb: Array(at === 30 ? 7 : 8).fill(at / 8) }),
  )
  const { choose } = open()
  await choose(rows.join('\n'), 'vectors.jsonl')
  await screen.findByText('Line 31 has 7 numbers instead of 8 and is left out.')
  await screen.findByText('39 records, ready to be created. Left out: 1 row with a value that does not fit.')
})

it('lets the words of an added question be written at once', async () => {
  const { choose, user } = open()
  await choose()
  await user.click(await screen.findByRole('button', { name: /^Written answer/ }))
  await user.keyboard('A better one')
  expect(screen.getByRole('group', { name: 'A better one' })).toBeTruthy()
  // One per column of answers, and the added one.
  expect(screen.getAllByLabelText('Question')).toHaveLength(3)
}, 60_000)

// Timeout for tests that fill in a long form on a busy machine.
const LONG = { timeout: 60_000 }

describe('a dataset from a file', () => {
  it('is what the file suggests, when nothing is changed', async () => {
    const { store, choose, create } = open()
    await choose()
    expect(await screen.findByText('3 records, ready to be created')).toBeTruthy()
    expect(screen.getByLabelText('Name of the dataset')).toHaveProperty('value', 'Bank Koln')
    await create()
    await screen.findByRole('heading', { level: 1, name: 'Bank Koln is ready' })
    // Enter opens the dataset, and screen readers read the title with the link.
    const start = screen.getByRole('link', { name: 'Start annotating', description: 'Bank Koln is ready' })
    expect(document.activeElement).toBe(start)
    expect(screen.queryByText('Create a dataset')).toBeNull()
    const [dataset] = store.datasets.values()
    expect(dataset?.parts.fields?.map(({ name, required }) => [name, required])).toEqual([['text', true]])
    expect(dataset?.parts.questions?.map(({ name }) => name)).toEqual(['intent', 'stars'])
    expect(dataset?.records.map(({ fields, suggestions }) => [fields, suggestions?.map(({ value }) => value)])).toEqual(
      [
        [{ text: 'Where is my card?' }, ['card_arrival', 4]],
        [{ text: 'It was stolen' }, ['lost_card', 5]],
        [{ text: 'Still waiting' }, ['card_arrival', 1]],
      ],
    )
    expect(screen.getByRole('link', { name: 'Start annotating' }).getAttribute('href')).toBe(
      `/dataset/${dataset?.id}/annotation-mode`,
    )
  })

  it('is what the user makes of the columns and the cards', LONG, async () => {
    const { store, choose, create, user } = open()
    await choose()
    await screen.findByText('3 records, ready to be created')
    await pick('Use of “stars”', 'Metadata')
    await user.click(screen.getByRole('button', { name: 'Remove “stars”' }))
    await pick('Use of “intent”', 'Existing answer')
    await user.click(screen.getByRole('checkbox', { name: 'Show “text” as Markdown' }))
    await user.click(screen.getByRole('button', { name: /^Ranking/ }))
    const ranking = screen.getByRole('group', { name: 'What is better?' })
    // Typed over instead of cleared: a question without a title could not be found by its name.
    const title = within(ranking).getByLabelText('Question')
    await user.tripleClick(title)
    await user.keyboard('Order them')
    const options = within(screen.getByRole('group', { name: 'Order them' })).getByLabelText('3 options, one a line')
    await user.clear(options)
    await user.type(options, 'one{Enter}two')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    const [dataset] = store.datasets.values()
    expect(dataset?.parts.fields?.[0]).toMatchObject({ settings: { type: 'text', use_markdown: true } })
    expect(dataset?.parts['metadata-properties']?.map(({ name, settings }) => [name, settings])).toEqual([
      ['stars', { type: 'integer', min: null, max: null }],
    ])
    expect(dataset?.parts.questions?.[1]).toMatchObject({
      title: 'Order them',
      required: false,
      settings: { type: 'ranking', options: [{ value: 'one' }, { value: 'two' }] },
    })
    expect(dataset?.records[0]).toMatchObject({
      metadata: { stars: 4 },
      responses: [{ user_id: 'u1', status: 'submitted', values: { intent: { value: 'card_arrival' } } }],
    })
  })

  it('is not created while something is missing, and says what', async () => {
    const { store, choose, create, user } = open()
    await choose('words\nSome words that are long enough to be read\nOther words, which are read as well\n')
    await screen.findByText('Add at least one question.')
    await create()
    expect(store.datasets.size).toBe(0)
    await user.click(screen.getByRole('button', { name: /^Written answer/ }))
    await user.clear(screen.getByLabelText('Name of the dataset'))
    expect(screen.getByText('Give the dataset a name.')).toBeTruthy()
  })

  it('keeps what was made of the file when the name is taken', LONG, async () => {
    const { create, user } = await openSecondTime()
    const name = await screen.findByLabelText('Name of the dataset')
    expect(name).toHaveProperty('value', 'Bank Koln 2')
    await user.clear(name)
    await user.type(name, 'Bank Koln')
    await create()
    // Shown beside the name, and beside the button that was pressed.
    expect(await screen.findAllByText(/There is already a dataset called “Bank Koln”/)).toHaveLength(2)
    expect(screen.queryByText('3 records, ready to be created')).toBeNull()
    expect(document.activeElement).toBe(screen.getByLabelText('Name of the dataset'))
    expect(screen.getByRole('group', { name: 'intent' })).toBeTruthy()
    await user.keyboard('{End} once more')
    expect(await screen.findByText('3 records, ready to be created')).toBeTruthy()
  })

  it('tells the lines that cannot be used before anything is written', async () => {
    const { choose } = open()
    await choose(`${CSV}only two,cells\n`)
    expect(await screen.findByText('1 row cannot be used')).toBeTruthy()
    expect(screen.getByText('Line 5: This row has 2 cells; the first row has 3.')).toBeTruthy()
  })

  it('says that the encoding of a file is a guess, and reads it in the one that is chosen', LONG, async () => {
    const { choose, user } = open()
    const cyrillic = 'text,label\n\xcf\xf0\xe8\xe2\xe5\xf2,a\n\xcf\xee\xea\xe0,b\n'
    await choose(Uint8Array.from(cyrillic, (sign) => sign.charCodeAt(0)))
    await screen.findByText(/^Not all of this file is UTF-8/)
    expect(screen.getAllByText('Ïðèâåò')).not.toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Read it differently' }))
    await user.click(await screen.findByRole('button', { name: /Encoding/ }))
    await user.click(await screen.findByRole('option', { name: 'Windows-1251 (Cyrillic)' }))
    expect(await screen.findAllByText('Привет')).not.toHaveLength(0)
    expect(screen.queryByText(/^Not all of this file is UTF-8/)).toBeNull()
  })

  it('names the label that is too long', LONG, async () => {
    const { choose, user } = open()
    await choose(CSV.replace('lost_card', 'x'.repeat(129)))
    await user.click(await screen.findByRole('radio', { name: /^Text classification/ }))
    await screen.findByText(`A label has between 1 and 128 characters. Correct the label “${'x'.repeat(40)}…”.`)
  })

  it.each([
    ['', 'This file is empty.'],
    ['a,b\n', 'There is no row in this file, only the names of its columns.'],
    ['\n', 'There is no row in this file.'],
  ])('says why %j is no dataset', async (text, words) => {
    const { choose } = open()
    await choose(text)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(words))
  })
})

it('moves the focus along: to the file that was read, and back to the button to choose another', async () => {
  const { choose, user } = open()
  await choose()
  const file = await screen.findByRole('region', { name: 'File' })
  expect(document.activeElement).toBe(file)
  await user.click(within(file).getByRole('button', { name: 'Another file' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }))
})

describe('what was decided about a file', () => {
  const ways = [
    ['another file', async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Another file' }))],
    [
      'reading it differently',
      async (user: UserEvent) => {
        await user.click(screen.getByRole('button', { name: 'Read it differently' }))
        await user.click(await screen.findByRole('switch', { name: /The first row/ }))
      },
    ],
    [
      'a file that is dropped on the page',
      async () => {
        const dataTransfer = { types: ['Files'], files: [new File([CSV], 'other.csv')] }
        fireEvent.drop(document.body, { dataTransfer })
      },
    ],
  ] as const

  it.each(ways)('is dropped by %s only after a question', LONG, async (_, drop) => {
    const { choose, user } = open()
    await choose()
    await pick('Use of “intent”$', 'Leave out')
    await drop(user)
    const dialog = await screen.findByRole('alertdialog', { name: 'Drop your changes?' })
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.keyboard('{Escape}')
    expect(screen.getByLabelText(/Use of “intent”/).textContent).toBe('Leave out')
    await drop(user)
    await user.click(await screen.findByRole('button', { name: 'Drop them' }))
    await waitFor(() => expect(screen.queryByLabelText(/Use of “intent”/)?.textContent).not.toBe('Leave out'))
  })

  it('for a new dataset is there again after a look at adding to an existing one', LONG, async () => {
    const { user } = await openSecondTime()
    await pick('Use of “intent”$', 'Leave out')
    const name = () => screen.getByLabelText('Name of the dataset')
    await user.clear(name())
    await user.type(name(), 'My bank')
    await user.click(screen.getByLabelText('More records of an existing dataset'))
    await pick('^Choose… Dataset', 'Bank Koln (support-team)')
    await screen.findByText(/Columns were matched to the settings of/)
    await user.click(screen.getByLabelText('A new dataset'))
    expect(name()).toHaveProperty('value', 'My bank')
    expect(screen.getByLabelText(/Use of “intent”/).textContent).toBe('Leave out')
  })

  it('is nothing at first, so that another file is chosen without a question', async () => {
    const { choose, user } = open()
    await choose()
    await user.click(await screen.findByRole('button', { name: 'Another file' }))
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeTruthy()
  })
})

describe('leaving before anything is written', () => {
  it('asks once something was decided about the file', async () => {
    const { choose, user, router } = open()
    await choose()
    await user.type(await screen.findByLabelText('Name of the dataset'), ' two')
    void router.navigate('/elsewhere')
    await screen.findByRole('alertdialog', { name: 'Leave without importing?' })
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    expect(screen.getByLabelText('Name of the dataset')).toHaveProperty('value', 'Bank Koln two')
    void router.navigate('/elsewhere')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
  })

  it('does not ask while the plan is the guess', async () => {
    const { choose, router } = open()
    await choose()
    await screen.findByText('3 records, ready to be created')
    void router.navigate('/elsewhere')
    expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
  })
})

describe('leaving while records are written', () => {
  async function writing() {
    const page = open()
    await page.choose()
    await screen.findByText('3 records, ready to be created')
    // The server is unreachable, so the import keeps retrying.
    page.store.trouble = ({ items }) => (items.length > 0 ? 'down' : undefined)
    await page.create()
    await waitFor(() => expect(page.store.calls.some(({ items }) => items.length > 0)).toBe(true))
    void page.router.navigate('/elsewhere')
    await screen.findByRole('alertdialog', { name: 'Stop the import?' })
    return page
  }

  it('is asked about, and can be taken back', async () => {
    const { user, store } = await writing()
    await user.click(screen.getByRole('button', { name: 'Stay' }))
    store.trouble = undefined
    // The next retry, whose delay grows with the number of attempts.
    expect(await screen.findByRole('heading', { name: 'Bank Koln is ready' }, { timeout: 30_000 })).toBeTruthy()
    expect(store.datasets.size).toBe(1)
  })

  it('stops the import, and nothing is kept', async () => {
    const { user, store } = await writing()
    await user.click(screen.getByRole('button', { name: 'Stop it and leave' }))
    expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
    await waitFor(() => expect(store.datasets.size).toBe(0))
  })
})

describe('more records', () => {
  it('go into the dataset that the address names, without those that are there', async () => {
    const { store, choose, create } = open()
    await choose()
    await screen.findByText('3 records, ready to be created')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    const [dataset] = store.datasets.values()
    document.body.replaceChildren()
    const again = open('owner', `/datasets/new?into=${dataset?.id}`)
    for (const one of store.datasets.values()) again.store.datasets.set(one.id, one)
    await again.choose(`${CSV}A new one,lost_card,2\n`)
    await userEvent.click(await screen.findByRole('button', { name: 'Add records' }))
    await screen.findByRole('heading', { name: 'Bank Koln has its records' })
    expect(screen.getByText('3 rows skipped, since they were there')).toBeTruthy()
    expect(dataset?.records).toHaveLength(4)
  })

  it('make no second dataset while the dataset to add to is still to be chosen', async () => {
    const { store, choose, create } = open()
    await choose()
    await screen.findByText('3 records, ready to be created')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    await userEvent.click(screen.getByRole('button', { name: 'Another file' }))
    await choose()
    await userEvent.type(await screen.findByLabelText('Who made the suggestions of “intent”'), 'tagger 2')
    await userEvent.click(await screen.findByLabelText('More records of an existing dataset'))
    await userEvent.click(screen.getByRole('button', { name: 'Add records' }))
    expect(screen.getByText('Choose the dataset to add to.')).toBeTruthy()
    expect(store.datasets.size).toBe(1)
    await pick('^Choose… Dataset', 'Bank Koln (support-team)')
    expect(await screen.findByText(/Columns were matched to the settings of/)).toBeTruthy()
    expect(screen.getByLabelText('Who made the suggestions of “intent”')).toHaveProperty('value', 'tagger 2')
    await userEvent.click(screen.getByRole('radio', { name: 'Skip them' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Add records' }))
    expect(await screen.findByText(/^3 rows skipped, since they were there in /)).toBeTruthy()
    expect(screen.queryByText(/0 records created/)).toBeNull()
  }, 60_000)
})

describe('records that are there', () => {
  it('get the suggestions of another maker, also after a stop, unless the same come again', LONG, async () => {
    const { store, choose, create, user } = open()
    await choose()
    await screen.findByText('3 records, ready to be created')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    const [dataset] = store.datasets.values()
    await user.click(screen.getByRole('button', { name: 'Another file' }))
    await choose(CSV.replaceAll('card_arrival', 'lost_card'))
    await user.click(await screen.findByLabelText('More records of an existing dataset'))
    await pick('^Choose… Dataset', 'Bank Koln (support-team)')
    expect(await screen.findByRole('radio', { name: 'Skip them' })).toHaveProperty('checked', true)
    await user.type(screen.getByLabelText('Who made the suggestions of “intent”'), 'tagger 2')
    const update = screen.getByRole('radio', { name: /^Update/ })
    expect(update).toHaveProperty('checked', true)
    expect(screen.getByText(/brings what the records of “Bank Koln” seem to lack \(“intent”\)/)).toBeTruthy()
    expect(screen.getByText(/for the same question give way/)).toBeTruthy()
    store.trouble = ({ items }) => (items.length > 0 ? { status: 403, detail: 'Not now.' } : undefined)
    await user.click(screen.getByRole('button', { name: 'Add records' }))
    await screen.findByRole('heading', { name: 'Stopped before the end' })
    store.trouble = undefined
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByText(/^3 records updated in /)).toBeTruthy()
    expect(dataset?.records).toHaveLength(3)
    expect(dataset?.records[0]?.suggestions?.map(({ value, agent }) => [value, agent])).toEqual([
      ['lost_card', 'tagger 2'],
      [4, undefined],
    ])
  })
})

describe('a file of ids without texts', () => {
  it('updates the records, and says which ids there are not', LONG, async () => {
    const { store, choose, create, user } = open()
    await choose('id,text,intent\nm1,Where is my card?,a\nm2,It was stolen,b\nm3,Still waiting,a\n')
    await screen.findByText('3 records, ready to be created')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    const [dataset] = store.datasets.values()
    await user.click(screen.getByRole('button', { name: 'Another file' }))
    await choose('id,intent\nm3,b\nm9,a\n')
    await user.click(await screen.findByLabelText('More records of an existing dataset'))
    await pick('^Choose… Dataset', 'Bank Koln (support-team)')
    expect(await screen.findByText('2 rows, ready to update their records')).toBeTruthy()
    expect(screen.getByRole('radio', { name: /^Update/ })).toHaveProperty('checked', true)
    expect(screen.getByRole('radio', { name: 'Skip them' })).toHaveProperty('disabled', true)
    expect(screen.queryByText(/takes the place of all metadata/)).toBeNull()
    await pick('Use of “id”$', 'Leave out')
    expect(screen.getByText(/or one as the id of the records to update/)).toBeTruthy()
    await pick('Use of “id”$', 'Id of the record')
    await user.click(screen.getByRole('button', { name: 'Update records' }))
    expect(await screen.findByText(/^1 record updated in /)).toBeTruthy()
    expect(screen.getByText('Line 3: The dataset has no record with the id “m9”.')).toBeTruthy()
    expect(dataset?.records.map(({ fields, suggestions }) => [fields?.text, suggestions?.[0]?.value])).toEqual([
      ['Where is my card?', 'a'],
      ['It was stolen', 'b'],
      ['Still waiting', 'b'],
    ])
  })
})

describe('an upload into a dataset that was stopped', () => {
  it('is finished on another visit with the same file, as it was planned', LONG, async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `m${at},Message number ${at},${at % 2 ? 'a' : 'b'}`)
    const csv = `id,text,intent\n${rows.join('\n')}\n`
    const { store, choose, create, user } = open()
    await choose(csv)
    await screen.findByText('1,200 records, ready to be created')
    await create()
    await screen.findByRole('heading', { name: 'Bank Koln is ready' })
    const [dataset] = store.datasets.values()
    if (!dataset) throw new Error('There is no dataset.')
    const visit = async (text: string) => {
      document.body.replaceChildren()
      const page = open('owner', `/datasets/new?into=${dataset.id}`)
      page.store.datasets.set(dataset.id, dataset)
      await page.choose(text)
      await screen.findByText(/rows, ready to be added/)
      return page
    }

    const first = await visit(csv)
    await pick('Use of “intent”$', 'Leave out')
    await user.click(screen.getByRole('radio', { name: /^Add them once more/ }))
    let sent = 0
    first.store.trouble = ({ items }) => {
      if (items.length === 0) return undefined
      sent += 1
      return sent > 1 ? { status: 403, detail: 'Not now.' } : undefined
    }
    await user.click(screen.getByRole('button', { name: 'Add records' }))
    await screen.findByRole('heading', { name: 'Stopped before the end' })
    expect(dataset.records).toHaveLength(1700)
    // Resuming fails immediately, without touching what was written.
    first.store.trouble = () => ({ status: 403, detail: 'Not yet.' })
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    await screen.findByText('Not yet.')
    expect(screen.getByText('500 rows of the file were written to Bank Koln before it stopped.')).toBeTruthy()

    await visit(csv.replace('number 7', 'number x'))
    expect(screen.queryByText(/was being added/)).toBeNull()
    await visit(csv)
    expect(screen.getByText('This file was being added to “Bank Koln” and stopped after 500 of its rows.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Go on' }))
    expect(await screen.findByText(/^1,200 records created in /)).toBeTruthy()
    expect(dataset.records.map(({ external_id }) => external_id)).toEqual([
      ...rows.map((_, at) => `m${at}`),
      ...rows.map((_, at) => `m${at}-2`),
    ])
    expect(dataset.records.slice(1200).some(({ suggestions }) => suggestions)).toBe(false)
    await visit(csv)
    expect(screen.queryByText(/was being added/)).toBeNull()
  })
})

it('says why a column of labels became metadata', async () => {
  const { choose } = open()
  const rows = Array.from({ length: 1200 }, (_, at) => `Message ${at},label ${at % 600}`)
  await choose(`text,label\n${rows.join('\n')}\n`)
  expect(await screen.findByText(/^More than 500 different values are too many to choose from/)).toBeTruthy()
}, 60_000)

it('is nothing for annotators', async () => {
  open('annotator')
  expect(await screen.findByText(/Only admins and owners create datasets/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull()
})
