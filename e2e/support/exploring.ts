import type { Locator, Page } from 'playwright-core'
import { eventually } from './journey'
import type { Product } from './product'
import { readWholeBanking } from './seeds/real-data'

/** A classic dataset in the store, and calls that ask what became of it. */
export interface ClassicWorld<Stored = ClassicRecord> {
  name: string
  path: string
  labels: readonly string[]
  /** A record as the API has it. */
  record: (id: string | number) => Promise<Stored>
  /** Records with this status. */
  count: (status: string) => Promise<number>
  /** Log a record as somebody else does. */
  log: (records: readonly object[]) => Promise<void>
}

export interface ClassicRecord {
  id: string | number
  status: string
  annotation?: { agent: string; labels: { class: string; score: number }[] } | null
}

interface BankingOptions {
  isMulti?: boolean
  /** Labels of the schema; all 77 unless said. */
  labels?: readonly string[]
  /** No predictions. */
  isBare?: boolean
  /** No label schema. */
  hasNoSchema?: boolean
  records?: readonly object[]
}

const headers = { 'x-argilla-workspace': 'default' }

/** Real messages of a bank's customers as a text classification dataset; a baseline predicted their categories, every fifth wrongly. */
export async function seedBanking(
  { owner }: Product,
  name: string,
  count: number,
  { isMulti = false, labels, isBare = false, hasNoSchema = false, records }: BankingOptions = {},
): Promise<ClassicWorld> {
  const rows = readWholeBanking()
  const all = [...new Set(rows.map(({ category }) => category))].toSorted()
  const schema = labels ?? all
  const step = Math.max(1, Math.floor(rows.length / count))
  const made = Array.from({ length: count }, (_, id) => {
    const { text, category } = rows[(id * step) % rows.length] ?? { text: '', category: '' }
    const right = schema.includes(category) ? category : (schema[id % schema.length] ?? '')
    const wrong = schema[(schema.indexOf(right) + 1) % schema.length] ?? right
    const [first, second] = id % 5 === 4 ? [wrong, right] : [right, wrong]
    return {
      id,
      inputs: { text },
      multi_label: isMulti,
      metadata: { length: text.length, channel: ['chat', 'mail', 'phone'][id % 3] },
      ...(isBare
        ? {}
        : {
            prediction: {
              agent: 'baseline',
              labels: [
                { class: first, score: 0.6 },
                { class: second, score: 0.3 },
              ],
            },
          }),
    }
  })
  const params = Object({ name })
  await owner('POST /api/datasets', { headers, body: { name, workspace: 'default', task: 'TextClassification' } })
  if (!hasNoSchema)
    await owner('PATCH /api/datasets/{name}/TextClassification/settings', {
      params,
      headers,
      body: { label_schema: { labels: [...schema] } },
    })
  const log = async (logged: readonly object[]) => {
    await owner('POST /api/datasets/{name}/TextClassification:bulk', {
      params,
      headers,
      body: Object({ records: logged }),
    })
  }
  await log(records ?? made)
  const search = (query: object) =>
    owner('POST /api/datasets/{name}/TextClassification:search', { params, headers, body: Object({ query }) })
  return {
    name,
    path: `/datasets/default/${name}`,
    labels: schema,
    record: async (id) => {
      const [record] = (await search({ ids: [id] })).records
      if (!record) throw new Error(`No record ${id}`)
      return record
    },
    count: async (status) => (await search({ status: [status] })).total,
    log,
  }
}

/** The page of a classic dataset, as a person works with it. */
export class ExplorePage<Stored extends object = ClassicRecord> {
  readonly cards: Locator

  constructor(
    readonly page: Page,
    readonly world: ClassicWorld<Stored>,
  ) {
    this.cards = page.locator('article[data-record]')
  }

  /** Open it, with a query string if wanted, and wait for its records. */
  async open(query = ''): Promise<void> {
    await this.page.goto(`${this.world.path}${query}`)
    await this.cards.first().waitFor()
  }

  card(id: string | number): Locator {
    return this.page.locator(`article[data-record="${id}"]`)
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  }

  /** A button of a card. */
  on(id: string | number, name: string | RegExp): Locator {
    return this.card(id).getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })
  }

  /** A toast. */
  async told(message: string): Promise<void> {
    await this.page.locator('[role=status],[role=alert]').filter({ hasText: message }).first().waitFor()
  }

  async untilSaved(): Promise<void> {
    await this.page.getByText('All saved', { exact: true }).first().waitFor()
  }

  ids(): Promise<string[]> {
    return this.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-record') ?? ''))
  }

  statuses(): Promise<string[]> {
    return this.cards.evaluateAll((cards) => cards.map((card) => card.getAttribute('data-status') ?? ''))
  }

  /** The state in the URL. */
  address(): Record<string, unknown> {
    const params = [...new URL(this.page.url()).searchParams]
    return Object.fromEntries(params.map(([name, text]) => [name, name === 'viewMode' ? text : JSON.parse(text)]))
  }

  async search(text: string): Promise<void> {
    const box = this.page.getByRole('searchbox', { name: 'Search the records' })
    await box.fill(text)
    await box.press('Enter')
  }

  /** Wait until the store says what the screen should have sent. */
  untilStored(id: string | number, expected: Partial<Stored>) {
    return eventually(() => this.world.record(id)).toMatchObject(expected)
  }
}
