import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RETRY_MS } from '../../api/query-client.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { type FakeDataset, fakeFeedback, settings } from '../feedback/testing/fake-feedback.ts'
import { type FakeSearch, withSearch } from '../feedback/testing/with-search.ts'
import { encodePart } from '../feedback/url/annotation-url.ts'
import { goldUrl } from '../feedback/url/gold-url.ts'
import { show, shownText } from './testing/open-annotation.tsx'

afterEach(() => vi.unstubAllGlobals())

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const R1 = '00000000-0000-4000-8000-000000000001'
const records = [
  { id: R1, fields: { text: 'My card was declined', reply: 'Sorry!' } },
  { id: '00000000-0000-4000-8000-000000000002', fields: { text: 'Where is my transfer?', reply: 'On its way.' } },
  { id: '00000000-0000-4000-8000-000000000003', fields: { text: 'A new card, please', reply: 'Sent.' } },
]
const dataset: FakeDataset = {
  fields: [{ name: 'text' }, { name: 'reply' }],
  questions: [
    { name: 'intent', required: true, settings: settings.label('declined', 'transfer') },
    { name: 'note', settings: settings.text() },
  ],
  records,
}
const channel = { name: 'channel', title: 'Channel', settings: { type: 'terms', values: null } }
const words = { name: 'words', title: 'Words', settings: { type: 'integer', min: null, max: null } }
const facets = [
  {
    type: 'terms',
    scope: { entity: 'metadata', metadata_property: 'channel' },
    values: [
      { value: 'app', count: 2 },
      { value: 'mail', count: 1 },
    ],
    has_more: false,
  },
  {
    type: 'range',
    scope: { entity: 'metadata', metadata_property: 'words' },
    min: 3,
    max: 9,
    buckets: [
      { ge: 3, lt: 6, count: 2 },
      { ge: 6, lt: 9, count: 1 },
    ],
  },
]

async function open(search: FakeSearch = {}, query = '', role: FakeDataset['role'] = 'admin') {
  const server = fakeFeedback({ ...dataset, role })
  const found = withSearch(server, search)
  return { server, ...found, ...(await show(server, query)) }
}
const box = () => screen.getByRole('searchbox', { name: 'Search the records' })

it('an annotator who opens the gold records of a lead is told that they are for leads', async () => {
  const server = fakeFeedback({ ...dataset, role: 'annotator' })
  withSearch(server)
  const answer = fetch
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) =>
    input.includes('/records/search') && String(init.body).includes('gold')
      ? Response.json({ detail: 'Only leads can find records by whether they are gold' }, { status: 422 })
      : answer(input, init),
  )
  const { user } = await show(server, goldUrl(server.id).replace(/^[^?]*/, ''))
  await screen.findByText('These records are for leads only')
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await waitFor(() => expect(shownText()).toContain('My card was declined'))
})

describe('searching', () => {
  it('asks nothing while typing, and marks what it found after Enter', async () => {
    const { user, searches, here } = await open()
    await user.type(box(), 'card')
    expect(searches).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.querySelector('mark')?.textContent).toBe('card'))
    expect(searches[0]?.body).toEqual({ query: { text: { q: 'card' } } })
    expect(searches[0]?.query.getAll('response_status')).toEqual(['pending'])
    expect(here()).toContain('?q=card')
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(here()).not.toContain('q='))
    expect(document.querySelector('mark')).toBeNull()
  })

  it('says that Enter is needed for as long as something else is typed than what is searched for', async () => {
    const { user, here } = await open()
    const hint = () => screen.queryByText('Press Enter to search')
    await user.type(box(), 'card')
    await waitFor(() => expect(hint()?.closest('[role=status]')?.id).toBe(box().getAttribute('aria-describedby')))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(hint()).toBeNull())
    await user.type(box(), ' card')
    await waitFor(() => expect(hint()).toBeTruthy())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toContain('?q=card'))
    expect(hint()).toBeNull()
    await user.type(box(), 's')
    await waitFor(() => expect(hint()).toBeTruthy())
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(hint()).toBeNull())
  })

  it('looks in one field when that is chosen, and says so in the box', async () => {
    const { user, lastSearch } = await open()
    await user.click(await screen.findByRole('button', { name: /How to search/ }))
    await user.click(await screen.findByRole('radio', { name: 'reply' }))
    await user.keyboard('{Escape}')
    expect(box().getAttribute('placeholder')).toBe('Search in reply')
    await user.type(box(), 'sent{Enter}')
    await waitFor(() => expect(shownText()).toContain('A new card'))
    expect(lastSearch()).toEqual({ query: { text: { q: 'sent', field: 'reply' } } })
  })

  it('searches for an example of the help that is pressed', async () => {
    const { user, lastSearch } = await open()
    await user.click(await screen.findByRole('button', { name: /How to search/ }))
    await user.click(await screen.findByRole('button', { name: /pay\*/ }))
    await waitFor(() => expect(lastSearch()).toEqual({ query: { text: { q: 'pay*' } } }))
    expect(box().getAttribute('value')).toBe('pay*')
    expect(screen.queryByText('What you can type')).toBeNull()
  })

  it('says at the end that nothing else matches, and leads out of the search', async () => {
    const { user } = await open({}, '?q=transfer')
    await waitFor(() => expect(shownText()).toContain('Where is my transfer?'))
    await user.keyboard('1{Enter}')
    await screen.findByText('Nothing else in it matches the search and the filters.')
    expect(screen.queryByRole('button', { name: 'Start from the first' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    await waitFor(() => expect(shownText()).toContain('My card was declined'))
  })

  it('says at the end how many of those that match were left out', async () => {
    const { user } = await open({}, '?q=card')
    await waitFor(() => expect(shownText()).toContain('My card was declined'))
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownText()).toContain('A new card'))
    await user.keyboard('{Backspace}')
    await screen.findByText('1 record that matches the search and the filters is left in it.')
    await user.click(screen.getByRole('button', { name: 'Start from the first' }))
    await waitFor(() => expect(shownText()).toContain('My card was declined'))
  })

  it('comes to the box with a slash, and offers a way out when nothing matches', async () => {
    const { user, here } = await open({}, '?q=nowhere')
    await user.keyboard('/')
    expect(document.activeElement).toBe(box())
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
    await waitFor(() => expect(shownText()).toContain('declined'))
    expect(here()).not.toContain('q=')
  })
})

describe('filtering', () => {
  it('counts everything in one request, and shows the menus before it is answered', async () => {
    const { user, facetRequests } = await open({ properties: [channel, words], facets })
    expect(facetRequests).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    for (const name of ['Metadata', 'Your answers', 'Suggestions'])
      expect(await screen.findByRole('button', { name })).toBeTruthy()
    await waitFor(() => expect(facetRequests).toHaveLength(1))
    // Two properties, one question's answers, value, score and agent of its suggestions, doubts and gold.
    expect(facetRequests[0]?.facets).toHaveLength(8)
  })

  it('is offered for label, multi-label and rating questions only [V10]', async () => {
    const kinds = {
      intent: settings.label('declined', 'transfer'),
      tags: settings.labels('urgent', 'angry'),
      stars: settings.rating(1, 2),
      order: settings.ranking('speed', 'price'),
      names: settings.span('person'),
      note: settings.text(),
    }
    const questions = Object.entries(kinds).map(([name, of]) => ({ name, settings: of }))
    const server = fakeFeedback({ ...dataset, questions })
    const { facetRequests } = withSearch(server)
    const { user } = await show(server)
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    for (const menu of ['Your answers', 'Suggestions']) {
      await user.click(await screen.findByRole('button', { name: menu }))
      const entries = within(await screen.findByRole('region', { name: menu })).getAllByRole('button')
      expect(entries.map(({ textContent }) => textContent)).toEqual(['intent', 'tags', 'stars'])
      await user.keyboard('{Escape}')
    }
    await waitFor(() => expect(facetRequests).toHaveLength(1))
    const asked = JSON.stringify(facetRequests[0])
    expect(Object.keys(kinds).filter((name) => asked.includes(`"${name}"`))).toEqual(['intent', 'tags', 'stars'])
  })

  it('narrows to records in doubt, for leads only', async () => {
    const doubts = {
      type: 'terms',
      scope: { entity: 'record', property: 'doubt' },
      values: [
        { value: 'open', count: 2 },
        { value: 'resolved', count: 0 },
      ],
      has_more: false,
    }
    const { user, lastSearch, here } = await open({ facets: [doubts] })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Doubts and gold' }))
    await user.click(await screen.findByRole('button', { name: 'In doubt' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Open, 2 records' }))
    await user.keyboard('{Escape}{Escape}')
    const filter = { type: 'terms', scope: { entity: 'record', property: 'doubt' }, values: ['open'] }
    await waitFor(() => expect(lastSearch().filters?.and).toEqual([filter]))
    const row = screen.getByRole('region', { name: 'Filters in force' })
    expect(within(row).getByRole('button', { name: /Edit the filter In doubt/ }).title).toBe('In doubt: Open')
    expect(here()).toContain(
      `f=${encodePart([{ scope: 'record', name: 'doubt', property: 'doubt', terms: ['open'] }])}`,
    )
  })

  it('narrows to gold records, for leads only, and leads on to those that they have answered', async () => {
    const response = { status: 'submitted', values: { intent: { value: 'transfer' } } }
    const server = fakeFeedback({ ...dataset, records: [...records, { id: 'r4', response }] })
    const { lastSearch, searches } = withSearch(server)
    const gold = { scope: 'record', name: 'gold', property: 'gold', terms: ['gold'] }
    const { user } = await show(server, `?q=nowhere&f=${encodePart([gold])}`)
    const chip = await screen.findByRole('button', { name: /^Edit the filter Gold records/ })
    expect(chip.title).toBe('Gold records: Gold')
    await user.click(chip)
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Gold/ })).checked).toBe(true)
    await user.keyboard('{Escape}{Escape}')
    const filter = { type: 'terms', scope: { entity: 'record', property: 'gold' }, values: ['gold'] }
    expect(lastSearch().filters?.and).toEqual([filter])
    await user.click(await screen.findByRole('button', { name: 'Look in Submitted' }))
    await waitFor(() => expect(searches.at(-1)?.query.getAll('response_status')).toEqual(['submitted']))
    expect(lastSearch().filters?.and).toEqual([filter])
  })

  it('offers annotators no filter by doubts and gold', async () => {
    const { user } = await open({}, '', 'annotator')
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await screen.findByRole('button', { name: 'Suggestions' })
    expect(screen.queryByRole('button', { name: 'Doubts and gold' })).toBeNull()
  })

  it('lets F lead into the filters, and out of them again', async () => {
    const { user } = await open({ properties: [channel, words], facets })
    await user.click(document.body)
    await user.keyboard('f')
    const menu = await screen.findByRole('button', { name: 'Metadata' })
    await waitFor(() => expect(document.activeElement).toBe(menu))
    screen.getByRole('button', { name: /^Filters/ }).focus()
    await user.keyboard('f')
    expect(document.activeElement).toBe(menu)
    await user.keyboard('f')
    expect(screen.queryByRole('button', { name: 'Metadata' })).toBeNull()
  })

  it('narrows by ticked values, shows them as a chip, and drops them with its cross', async () => {
    const { user, lastSearch, here } = await open({ properties: [channel, words], facets })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    await user.click(await screen.findByRole('button', { name: 'Channel' }))
    await user.click(await screen.findByRole('checkbox', { name: 'mail, 1 record' }))
    await user.click(screen.getByRole('checkbox', { name: 'app, 2 records' }))
    await user.keyboard('{Escape}{Escape}')
    await waitFor(() =>
      expect(lastSearch().filters?.and).toEqual([
        { type: 'terms', scope: { entity: 'metadata', metadata_property: 'channel' }, values: ['mail', 'app'] },
      ]),
    )
    const row = screen.getByRole('region', { name: 'Filters in force' })
    const chip = within(row).getByRole('button', { name: /Edit the filter Channel/ })
    expect(chip.title).toBe('Channel: mail, app')
    // Separate elements, so that a long title is truncated before the values are.
    expect([...chip.children].map(({ textContent }) => textContent)).toEqual(['Channel:', 'mail, app'])
    expect(screen.getByRole('button', { name: 'Filters 1 in force' })).toBeTruthy()
    await user.click(within(row).getByRole('button', { name: 'Remove Channel' }))
    await waitFor(() => expect(here()).not.toContain('f='))
  })

  it('lets long values go on in the next line after a _ or /, and changes no letter of them', async () => {
    const values = [{ value: 'activate_my/card', count: 2 }]
    const long = facets.map((one) => (one.type === 'terms' ? { ...one, values } : one))
    const { user } = await open({ properties: [channel, words], facets: long })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    await user.click(await screen.findByRole('button', { name: 'Channel' }))
    await screen.findByRole('checkbox', { name: 'activate_my/card, 2 records' })
    expect(screen.getByText('activate_my/card').innerHTML).toBe('activate_<wbr>my/<wbr>card')
  })

  it('lists what is chosen first, then by count, and moves nothing while it is open', async () => {
    const named = { ...channel, settings: { type: 'terms', values: ['none', 'mail', 'app'] } }
    const filter = encodePart([{ scope: 'metadata', name: 'channel', terms: ['none'] }])
    const { user } = await open({ properties: [named, words], facets }, `?f=${filter}`)
    const listed = () => screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
    const show = async () => {
      await user.click(await screen.findByRole('button', { name: /^Edit the filter Channel/ }))
      await screen.findByRole('checkbox', { name: 'app, 2 records' })
    }
    await show()
    expect(listed()).toEqual(['none, 0 records', 'app, 2 records', 'mail, 1 record'])
    await user.click(screen.getByRole('checkbox', { name: 'mail, 1 record' }))
    await user.click(screen.getByRole('checkbox', { name: 'none, 0 records' }))
    expect(listed()).toEqual(['none, 0 records', 'app, 2 records', 'mail, 1 record'])
    await user.keyboard('{Escape}')
    await show()
    expect(listed()).toEqual(['mail, 1 record', 'app, 2 records', 'none, 0 records'])
  })

  it('finds one of thousands of values by a part of it, and draws only those in sight', async () => {
    const all = Array.from({ length: 3000 }, (_, at) => ({ value: `customer ${at}`, count: 3000 - at }))
    const answer: FakeSearch['facets'] = ([{ size, containing } = { size: 250 }]) => {
      const found = all.filter(({ value }) => value.includes(containing ?? ''))
      const scope = { entity: 'metadata', metadata_property: 'channel' }
      return [{ type: 'terms', scope, values: found.slice(0, size), has_more: found.length > size }]
    }
    const { user, lastSearch } = await open({ properties: [channel], facets: answer })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    const find = await screen.findByRole('searchbox', { name: 'Find a value of Channel' })
    expect(await screen.findByText(/^These are the 1,000 most frequent values/)).toBeTruthy()
    expect(screen.getAllByRole('checkbox').length).toBeLessThan(60)
    await user.type(find, 'customer 2987')
    await screen.findByRole('checkbox', { name: 'customer 2987, 13 records' })
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    expect(screen.queryByText(/most frequent values/)).toBeNull()
    fireEvent.change(find, { target: { value: '' } })
    // Immediately: the results for a part of the text say nothing about all values.
    expect(screen.getByText(/most frequent values/)).toBeTruthy()
    fireEvent.change(find, { target: { value: 'customer 2987' } })
    await user.click(await screen.findByRole('checkbox', { name: 'customer 2987, 13 records' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(JSON.stringify(lastSearch().filters?.and)).toContain('["customer 2987"]'))
  })

  it('ticks with Enter another value than those chosen, and takes one back when there is none else', async () => {
    const values = Array.from({ length: 9 }, (_, at) => ({ value: `card ${at + 1}`, count: 9 - at }))
    const named = { ...channel, settings: { type: 'terms', values: values.map(({ value }) => value) } }
    const filter = encodePart([{ scope: 'metadata', name: 'channel', terms: ['card 9'] }])
    const counts = [{ ...facets[0], values }]
    const { user, lastSearch } = await open({ properties: [named], facets: counts }, `?f=${filter}`)
    const wanted = () => JSON.stringify(lastSearch().filters?.and)
    await user.click(await screen.findByRole('button', { name: /^Edit the filter Channel/ }))
    const find = await screen.findByRole('searchbox', { name: 'Find a value of Channel' })
    await screen.findByRole('checkbox', { name: 'card 1, 9 records' })
    await user.type(find, 'card{Enter}')
    await waitFor(() => expect(wanted()).toContain('["card 9","card 1"]'))
    await user.type(find, 'card 9{Enter}')
    await waitFor(() => expect(wanted()).toContain('["card 1"]'))
  })

  it('filters without counts when these fail, and shows no message about it [X1]', async () => {
    const named = { ...channel, settings: { type: 'terms', values: ['mail', 'app'] } }
    const { user, lastSearch, facetRequests } = await open({ properties: [named, words], facets: 'failing' })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    await waitFor(() => expect(facetRequests.length).toBeGreaterThan(0))
    await user.click(await screen.findByRole('button', { name: 'Channel' }))
    await user.click(await screen.findByRole('checkbox', { name: /^mail/ }))
    await user.keyboard('{Escape}')
    const byChannel = {
      type: 'terms',
      scope: { entity: 'metadata', metadata_property: 'channel' },
      values: ['mail'],
    }
    await waitFor(() => expect(lastSearch().filters?.and).toEqual([byChannel]))
    const row = screen.getByRole('region', { name: 'Filters in force' })
    expect(within(row).getByRole('button', { name: /Edit the filter Channel/ }).title).toBe('Channel: mail')
    expect(toasts.getVisible()).toEqual([])
  })

  it('takes a range from its number boxes, both ends at once [V11]', async () => {
    const { user, lastSearch } = await open({ properties: [words], facets })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    const from = await screen.findByRole('textbox', { name: 'Words: from' })
    expect(screen.getByRole('img', { name: '3 records, from 3 to 9' })).toBeTruthy()
    for (const name of ['From Words', 'To Words']) expect(screen.getByRole('slider', { name })).toBeTruthy()
    await user.clear(from)
    await user.type(from, '5{Enter}')
    await waitFor(() =>
      expect(lastSearch().filters?.and).toEqual([
        { type: 'range', scope: { entity: 'metadata', metadata_property: 'words' }, ge: 5, le: 9 },
      ]),
    )
  })

  it('closes the menu with Escape from the number boxes of a range', async () => {
    const { user } = await open({ properties: [words], facets })
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    await user.click(await screen.findByRole('textbox', { name: 'Words: from' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Words: from' })).toBeNull())
  })

  it('leaves out what a link names and the dataset does not know, and says so', async () => {
    const filter = encodePart([{ scope: 'metadata', name: 'gone', terms: ['x'] }])
    const { here, goBack } = await open({ properties: [channel] }, `?q=card&f=${filter}`)
    expect(await screen.findByText('Ignored, because this dataset does not have it: gone')).toBeTruthy()
    await waitFor(() => expect(here()).toMatch(/\?q=card$/))
    await goBack()
    expect(here()).toBe('/datasets')
  })

  it('keeps the record of a link that names a filter which the dataset does not know', async () => {
    const filter = encodePart([{ scope: 'metadata', name: 'gone', terms: ['x'] }])
    const { here } = await open({ properties: [channel] }, `?f=${filter}&record=r2`)
    expect(await screen.findByText('Ignored, because this dataset does not have it: gone')).toBeTruthy()
    await waitFor(() => expect(here()).toMatch(/\?record=r2$/))
  })
})

describe('sorting', () => {
  it('adds keys, turns and moves and removes them', async () => {
    const { user, lastSearch } = await open({ properties: [words] })
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    const add = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: /Add a sort key/ }))
      await user.click(await screen.findByRole('option', { name }))
    }
    const byWords = { scope: { entity: 'metadata', metadata_property: 'words' }, order: 'asc' }
    const byScore = { scope: { entity: 'suggestion', question: 'intent', property: 'score' }, order: 'desc' }
    await add('Metadata: Words')
    await add('Suggestion score: intent')
    await waitFor(() => expect(lastSearch().sort).toEqual([byWords, byScore]))
    await user.click(screen.getByRole('button', { name: /^Metadata: Words: Ascending/ }))
    await waitFor(() => expect(lastSearch().sort).toEqual([{ ...byWords, order: 'desc' }, byScore]))
    await user.click(screen.getByRole('button', { name: 'Move Suggestion score: intent up' }))
    await waitFor(() => expect(lastSearch().sort).toEqual([byScore, { ...byWords, order: 'desc' }]))
    await user.click(screen.getByRole('button', { name: 'Remove Suggestion score: intent' }))
    await waitFor(() => expect(lastSearch().sort).toEqual([{ ...byWords, order: 'desc' }]))
  })
})

describe('finding similar records', () => {
  const bar = () => screen.findByRole('region', { name: 'Reference record' })

  it('searches at once by the only vector: the most similar, 50 of them [E30] [K4]', async () => {
    const { user, lastSearch, here } = await open({ vectors: [{ name: 'v1' }] })
    await user.click(await screen.findByRole('button', { name: 'Find similar' }))
    const shown = await bar()
    await waitFor(() => expect(shown.textContent).toContain('My card was declined · Sorry!'))
    await waitFor(() => expect(shownText()).toContain('Where is my transfer?'))
    expect(lastSearch().query?.vector).toEqual({ name: 'v1', record_id: R1, max_results: 50, order: 'most_similar' })
    expect(screen.getByRole('region', { name: 'Record' }).textContent).toContain('90%')
    expect(here()).toContain('similar=')
    await user.click(screen.getByRole('button', { name: 'End the similarity search' }))
    await waitFor(() => expect(shownText()).toContain('My card was declined'))
  })

  it('is there again from a link, and together with a text', async () => {
    const similar = encodePart({ recordId: R1, vector: 'v1', limit: 10, order: 'least' })
    const { lastSearch } = await open({ vectors: [{ name: 'v1' }] }, `?q=card&similar=${similar}`)
    expect((await bar()).textContent).toContain('Least similar to')
    expect(lastSearch().query).toEqual({
      text: { q: 'card' },
      vector: { name: 'v1', record_id: R1, max_results: 10, order: 'least_similar' },
    })
  })

  it('asks which vector when there are several', async () => {
    const { user, lastSearch } = await open({ vectors: [{ name: 'v1' }, { name: 'v2', title: 'Second' }] })
    await user.click(await screen.findByRole('button', { name: 'Find similar' }))
    await user.click(await screen.findByRole('radio', { name: 'Second' }))
    await user.click(screen.getByRole('radio', { name: 'Least similar' }))
    await user.click(screen.getByRole('button', { name: 'Find' }))
    await waitFor(() =>
      expect(lastSearch().query?.vector).toEqual({
        name: 'v2',
        record_id: R1,
        max_results: 50,
        order: 'least_similar',
      }),
    )
  })

  it('says that the record lacks the vector, asks once only, and leads out or to another vector', async () => {
    const vectors = [{ name: 'v1', title: 'First' }, { name: 'v2', title: 'Second' }, { name: 'v3' }]
    const similar = encodePart({ recordId: R1, vector: 'v1', limit: 50, order: 'most' })
    const { user, searches, lastSearch } = await open(
      { vectors, lacking: { [R1]: ['v1', 'v3'] } },
      `?similar=${similar}`,
    )
    await screen.findByText('The record to compare with has no vector “First”.')
    expect(screen.queryByText(/We try again/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Compare by v3' })).toBeNull()
    await wait(RETRY_MS + 200)
    expect(searches).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Compare by Second' }))
    await waitFor(() => expect(shownText()).toContain('Where is my transfer?'))
    expect(lastSearch().query?.vector?.name).toBe('v2')
  }, 15_000)

  it('leads out of a search by a vector that the record lacks, in the bulk view too', async () => {
    const similar = encodePart({ recordId: R1, vector: 'v1', limit: 50, order: 'most' })
    const server = fakeFeedback(dataset)
    withSearch(server, { vectors: [{ name: 'v1' }], lacking: { [R1]: ['v1'] } })
    const { user } = await show(server, `?view=bulk&similar=${similar}`)
    await screen.findByText('The record to compare with has no vector “v1”.')
    const notice = within(screen.getByRole('region', { name: 'Record' }))
    await user.click(notice.getByRole('button', { name: 'End the similarity search' }))
    await screen.findByText('My card was declined')
  })

  it('offers only the vectors that the record has', async () => {
    const vectors = [{ name: 'v1' }, { name: 'v2' }, { name: 'v3' }]
    const { user, lastSearch } = await open({ vectors, lacking: { [R1]: ['v1'] } })
    await user.click(await screen.findByRole('button', { name: 'Find similar' }))
    await screen.findByRole('radio', { name: 'v3' })
    expect(screen.queryByRole('radio', { name: 'v1' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Find' }))
    await waitFor(() => expect(lastSearch().query?.vector?.name).toBe('v2'))
  })

  it('says that a record lacks the only vector instead of leaving it', async () => {
    const { user, searches } = await open({ vectors: [{ name: 'v1' }], lacking: { [R1]: ['v1'] } })
    await user.click(await screen.findByRole('button', { name: 'Find similar' }))
    await screen.findByText('This record has no vector that it could be compared by.')
    screen.getByText('My card was declined')
    expect(searches).toEqual([])
  })

  it('offers vectors made from the words when there are none, and goes on when they are made', async () => {
    const { user, lexical, lastSearch } = await open()
    lexical.total = 3
    await user.click(await screen.findByRole('button', { name: 'Find similar' }))
    await user.click(await screen.findByRole('button', { name: 'Make vectors from the words' }))
    expect(await screen.findByText(/0 of 3 records/)).toBeTruthy()
    lexical.done = 3
    await bar()
    expect(lastSearch().query?.vector?.name).toBe('lexical')
  })

  it('tells an annotator who can add vectors', async () => {
    await open({}, '', 'annotator')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Find similar' }).getAttribute('title')).toMatch(/no vectors yet/),
    )
  })
})
