import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { FindingView, type FindingWorld, type Message, seedMessages, wordsOf } from './support/finding'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { newAnnotator, signIn } from './support/session'

/** Journeys of the owner over one dataset with all customer messages; each restores the answers it changed. */
const finding = journey.extend<{ world: FindingWorld; view: FindingView }>({
  world: [async ({ product }, use) => use(await seedMessages(product)), { scope: 'file' }],
  /** The bulk list of all messages. */
  view: async ({ page, context, product, world }, use) => {
    await signIn(context, product)
    const view = new FindingView(page)
    await view.open(`${world.dataset.path}?view=bulk`)
    await view.untilFound(world.messages.length)
    await use(view)
  },
})

/** A longer timeout for work on thousands of records on a busy machine. */
const PATIENT = { timeout: 60_000 }

interface Query {
  typed: string
  /** The meaning of the query, implemented independently. */
  isHit: (words: readonly string[]) => boolean
  marked: RegExp
}

const EXCLUSION: Query = {
  typed: 'card -payment -my',
  isHit: (words) => words.includes('card') && !words.includes('payment') && !words.includes('my'),
  marked: /^card$/i,
}
const QUERIES: readonly Query[] = [
  {
    typed: 'Money account',
    isHit: (words) => words.includes('money') && words.includes('account'),
    marked: /^(money|account)$/i,
  },
  {
    typed: '"top up"',
    isHit: (words) => words.some((word, at) => word === 'top' && words[at + 1] === 'up'),
    marked: /^(top|up|top[\s-]+up)$/i,
  },
  {
    typed: 'transf*',
    isHit: (words) => words.some((word) => word.startsWith('transf')),
    marked: /^transf\w*(['’]\w+)?$/i,
  },
  EXCLUSION,
]

describe('finding records', () => {
  finding(
    'by words, a phrase, a prefix and without a word, each marked where it was found',
    async ({ page, view, world }) => {
      for (const { typed, isHit, marked } of QUERIES) {
        const hits = world.messages.filter(({ text }) => isHit(wordsOf(text)))
        await view.search(typed)
        await view.untilFound(hits.length)
        expect(idsOf(hits), typed).toEqual(expect.arrayContaining(await view.shownIds()))
        const isMarked = (marks: readonly string[]) => marks.length > 0 && marks.every((mark) => marked.test(mark))
        // Texts are rendered before their matches are marked.
        await eventually(async () => (await view.shownMarks()).filter((marks) => !isMarked(marks))).toEqual([])
      }

      await view.search('zzyzx OR (unclosed "')
      await page.getByRole('heading', { name: 'No record matches' }).waitFor()
      await page.goBack()
      await view.untilFound(world.messages.filter(({ text }) => EXCLUSION.isHit(wordsOf(text))).length)
      await eventually(() => view.searchBox.inputValue()).toBe(EXCLUSION.typed)
      await page.getByRole('radiogroup', { name: 'View' }).getByText('Focus').click()
      await page.getByRole('region', { name: 'Record', exact: true }).locator('mark').first().waitFor()
    },
  )

  finding('filters with counts, sorts by two keys, and goes back through all of it', async ({ page, view, world }) => {
    const inTest = world.messages.filter(({ split }) => split === 'test')
    await view.button('Filters').click()
    await view.button('Metadata').click()
    await view.button('Split').click()
    await page.getByRole('checkbox', { name: counted('test', inTest), exact: true }).check()
    await view.untilFound(inTest.length)
    await view.button('Filters 1 in force').waitFor()

    const withIntent = inTest.filter(({ score }) => score !== undefined)
    const category = withIntent[0]?.category ?? ''
    const suggested = withIntent.filter((message) => message.category === category)
    const intent = category.replaceAll('_', ' ')
    await page.keyboard.press('Escape')
    await view.button('Suggestions').click()
    await page.getByRole('searchbox', { name: /^Find a value of Intent/ }).fill(intent)
    await page.getByRole('checkbox', { name: counted(intent, suggested), exact: true }).check()
    await view.untilFound(suggested.length)
    await view.button('Filters 2 in force').waitFor()
    await expectAccessible(page, 'filters in force, the menu of suggestions open')
    await page.keyboard.press('Escape')
    expect(idsOf(suggested)).toEqual(expect.arrayContaining(await view.shownIds()))

    await view.button('Remove Suggested Intent').click()
    await view.untilFound(inTest.length)
    await page.getByRole('button', { name: /^Sort/ }).click()
    await view.addSortKey('Suggestion score: Intent')
    await view.addSortKey('Metadata: Length')
    await view.button('Sort 2 in force').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => sortKeysShown(view, world)).toEqual(firstPage(sorted(inTest)).map(keysOf))
    const address = page.url()

    await page.goBack()
    await view.button('Sort 1 in force').waitFor()
    await page.goBack()
    await view.button('Sort').waitFor()
    await view.untilFound(inTest.length)
    await page.goBack()
    await view.button('Filters 2 in force').waitFor()
    await view.untilFound(suggested.length)
    await page.goto(address)
    await view.untilFound(inTest.length)
    await eventually(() => sortKeysShown(view, world)).toEqual(firstPage(sorted(inTest)).map(keysOf))
  })

  finding(
    'leaves room for the four queues on a phone, with thousands of records and filters in force',
    async ({ view: { page }, world }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const filters = [{ scope: 'metadata', name: 'split', terms: ['test'] }]
      const f = Buffer.from(JSON.stringify(filters)).toString('base64url')
      await page.goto(`${world.dataset.path}?q=card&f=${f}`)
      const list = page.getByRole('tablist')
      await list.getByRole('tab', { name: /^Pending.*[\d,]{5}/ }).waitFor()
      const hidden = () => list.evaluate((element) => element.scrollWidth - element.clientWidth)
      await eventually(hidden).toBe(0)
    },
  )

  finding(
    'like one of them with vectors made by one click, and shares what was found',
    async ({ page, view, browser, product, complaints, world }) => {
      await view.search('card')
      const withCard = world.messages.filter(({ text }) => wordsOf(text).includes('card'))
      await view.untilFound(withCard.length)
      const [reference = ''] = await view.shownIds()
      await view.cards.first().getByRole('button', { name: 'Find similar' }).click()
      await view.button('Make vectors from the words').click()
      await view.reference.getByText(world.message(reference).text.trim()).waitFor(PATIENT)
      await view.untilFound(Math.min(50, withCard.length - 1))
      const similar = await view.shownIds()
      expect(similar).not.toContain(reference)
      for (const id of similar) expect(wordsOf(world.message(id).text), id).toContain('card')
      const shares = (await view.cards.getByText(/^Similarity [\d.]+%$/).allTextContents()).map((text) =>
        Number(text.replace(/[^\d.]/g, '')),
      )
      expect(shares).toHaveLength(similar.length)
      expect(shares).toEqual(shares.toSorted((one, other) => other - one))

      const other = await newAnnotator(browser, product, 'anna')
      const otherPage = await other.newPage()
      complaints.watch(otherPage)
      const otherView = new FindingView(otherPage)
      await otherView.open(page.url())
      await otherView.reference.getByText(world.message(reference).text.trim()).waitFor()
      await otherView.untilFound(Math.min(50, withCard.length - 1))
      await eventually(() => otherView.searchBox.inputValue()).toBe('card')
      await eventually(() => otherView.shownIds()).toEqual(similar)
      await other.close()

      await view.button('End the similarity search').click()
      await view.untilFound(withCard.length)
      await view.reference.waitFor({ state: 'detached' })
      await page.goBack()
      await view.reference.waitFor()
      await view.untilFound(Math.min(50, withCard.length - 1))
      await eventually(() => view.shownIds()).toEqual(similar)
    },
  )

  finding('by one of thousands of values, and in an order that was dragged together', async ({ page, view, world }) => {
    await view.button('Filters').click()
    await view.button('Metadata').click()
    await view.button('Sender').click()
    const last = world.messages.at(-1)?.sender ?? ''
    const sent = world.messages.filter(({ sender }) => sender === last)
    await page.getByRole('searchbox', { name: 'Find a value of Sender' }).fill(last.toLowerCase())
    await page.getByRole('checkbox', { name: counted(last, sent), exact: true }).check()
    await view.untilFound(sent.length)
    await page.keyboard.press('Escape')
    expect((await view.shownIds()).toSorted()).toEqual(idsOf(sent).toSorted())
    await view.button('Remove Sender').click()
    await view.untilFound(world.messages.length)

    await page.getByRole('button', { name: /^Sort/ }).click()
    await view.addSortKey('Metadata: Length')
    await view.addSortKey('Suggestion score: Intent')
    await view.button('Sort 2 in force').waitFor()
    const grips = page.locator('[data-grip]')
    await grips.nth(1).dragTo(grips.nth(0))
    await page.getByText('Suggestion score: Intent is now key 1.').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => sortKeysShown(view, world)).toEqual(firstPage(sorted(world.messages)).map(keysOf))
    await page.goBack()
    await eventually(() => sortKeysShown(view, world)).toEqual(firstPage(shortest(world.messages)).map(keysOf))
  })

  finding(
    'answers records of two pages by their own suggestions, names those without, and takes it back',
    async ({ page, view, product, world }) => {
      const all = world.messages.length
      const withScore = world.messages.filter(({ score }) => score !== undefined).length
      // Highest score first: the last ten with a suggestion, and on the next page the first without.
      await view.open(`${world.dataset.path}?view=bulk&sort=suggestion:intent:score:desc&page=${withScore - 9}`)
      await eventually(() => view.cards.getByRole('list', { name: 'Suggestions' }).count()).toBe(10)
      const sure = (await view.shownIds()).map((id) => world.message(id))
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await view.button('Next page').click()
      await page
        .getByRole('checkbox', { name: `Select record ${(withScore + 1).toLocaleString('en-GB')}`, exact: true })
        .check()
      await page.getByText('10 of them are on other pages.').waitFor()
      await page.keyboard.press('Alt+u')
      await page.getByText('its suggestion').waitFor()
      await expectAccessible(page, 'bulk, filled from suggestions')
      await view.button('Submit').click()
      await page.getByText('10 records submitted.').waitFor(PATIENT)
      // The pointer stays on the toast, so that it does not disappear; the page is turned by key.
      await view.button('Undo').hover()
      await page.getByText('1 selected', { exact: true }).waitFor()
      await view.button('Previous page').press('Enter')
      await page.getByText('Not saved: no suggestion for “Intent”').waitFor()
      const answers = sure.map(({ id, category }) => [id, category] as const)
      expect(await submittedAnswers(product, world)).toEqual(new Map(answers))

      await view.button('Undo').click()
      await page.getByText('10 answers taken back.').waitFor(PATIENT)
      await eventually(() => view.counts()).toEqual([all, 0, 0, 0])
      expect(await submittedAnswers(product, world)).toEqual(new Map())
    },
  )

  finding('the same place again by Back, Forward and its link', async ({ page, view, product, world }) => {
    const all = world.messages.length
    const cards = world.messages.filter(({ text }) => wordsOf(text).includes('card')).length
    const places: { path: string; total: number; from: number; size: number; ids: string[] }[] = []
    const path = () => page.url().slice(product.url.length)
    const remember = async (total: number, from: number, size: number) => {
      await view.untilFound(total, size, from)
      places.push({ path: path(), total, from, size, ids: await view.shownIds() })
    }
    const expectPlace = async (at: number) => {
      const { path: address, total, from, size, ids } = places[at] ?? { path: '', total: 0, from: 0, size: 0, ids: [] }
      await eventually(path).toBe(address)
      await view.untilFound(total, size, from)
      await eventually(() => view.shownIds()).toEqual(ids)
    }

    await remember(all, 1, 10)
    await page.getByRole('button', { name: /Records on a page/ }).click()
    await page.getByRole('option', { name: '20 a page' }).click()
    await remember(all, 1, 20)
    await view.button('Next page').click()
    await remember(all, 21, 20)
    await view.search('card')
    await remember(cards, 1, 20)
    for (const at of [2, 1, 0]) {
      await page.goBack()
      await expectPlace(at)
    }
    for (const at of [1, 2, 3]) {
      await page.goForward()
      await expectPlace(at)
    }
    await page.goto(places[2]?.path ?? '')
    await expectPlace(2)
  })

  finding('answers all that match at once, and takes it back as a whole', async ({ page, view, product, world }) => {
    const all = world.messages.length
    // The counts load separately, after the list.
    await eventually(() => view.counts()).toEqual([all, 0, 0, 0])

    // More than 300 of the real messages, and more than one page of the excerpt.
    const prefix = all > 1000 ? 'declin' : 'transf'
    const hits = world.messages.filter(({ text }) => wordsOf(text).some((word) => word.startsWith(prefix)))
    await view.search(`${prefix}*`)
    await view.untilFound(hits.length)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByText('10 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select record 3' }).uncheck()
    await page.getByText('9 selected').waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await view.button(`Select all ${hits.length} that match`).click()
    await page.getByText(`For ${hits.length} records`).waitFor()
    await expectAccessible(page, 'bulk, all that match selected')

    await page
      .getByRole('group', { name: /^Intent/ })
      .getByRole('searchbox')
      .fill('declined card payment')
    await page.getByRole('radio', { name: /^declined card payment/ }).check()
    await view.button('Submit').click()
    await view.button(`Submit ${hits.length}`).click()
    await page.getByText(`${hits.length} records submitted.`).waitFor(PATIENT)
    // Hover over the toast, so that its Undo button stays.
    await view.button('Undo').hover()
    await eventually(() => view.counts()).toEqual([all - hits.length, 0, hits.length, 0])
    const submitted = await submittedAnswers(product, world)
    expect([...submitted.keys()].sort()).toEqual(idsOf(hits).sort())
    expect(new Set(submitted.values())).toEqual(new Set(['declined_card_payment']))

    await view.button('Undo').click()
    await page.getByText(`${hits.length} answers taken back.`).waitFor(PATIENT)
    await eventually(() => view.counts()).toEqual([all, 0, 0, 0])
    await view.untilFound(hits.length)
    await page.getByText(`${hits.length} selected`).waitFor()
    expect(await submittedAnswers(product, world)).toEqual(new Map())
  })
})

function idsOf(messages: readonly Message[]): string[] {
  return messages.map(({ id }) => id)
}

function counted(value: string, messages: readonly Message[]): string {
  const count = messages.length
  return `${value}, ${count.toLocaleString('en-GB')} ${count === 1 ? 'record' : 'records'}`
}

function firstPage<T>(all: readonly T[]): readonly T[] {
  return all.slice(0, 10)
}

/** Highest score first, then shortest; those without a suggestion last. */
function sorted(messages: readonly Message[]): Message[] {
  return messages.toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1) || one.length - other.length)
}

function shortest(messages: readonly Message[]): Message[] {
  return messages.toSorted((one, other) => one.length - other.length || (other.score ?? -1) - (one.score ?? -1))
}

function keysOf({ score, length }: Message): [number | undefined, number] {
  return [score, length]
}

async function sortKeysShown(view: FindingView, world: FindingWorld): Promise<[number | undefined, number][]> {
  return (await view.shownIds()).map((id) => keysOf(world.message(id)))
}

/** The owner's submitted answers on the server, by external id. */
async function submittedAnswers({ owner }: Product, { dataset }: FindingWorld): Promise<Map<string, unknown>> {
  const { items } = await owner('GET /api/v1/me/datasets/{dataset_id}/records', {
    params: { dataset_id: dataset.id },
    query: { response_status: ['submitted'], include: ['responses'], limit: 1000 },
  })
  // The type of an answer depends on its question; this dataset has only one.
  const intentOf = (values: unknown): unknown => Object(values).intent?.value
  return new Map(items.map(({ external_id, responses }) => [external_id ?? '', intentOf(responses?.[0]?.values)]))
}
