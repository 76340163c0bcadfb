import type { Locator, Page } from 'playwright-core'
import { eventually } from './journey'
import type { Product } from './product'
import { type ClassicRecord, type ClassicWorld, seedWorld } from './seeds/classic-world'
import { readWholeBanking } from './seeds/real-data'

interface BankingOptions {
  isMulti?: boolean
  /** Labels of the schema; default: all 77. */
  labels?: readonly string[]
  /** Seed without predictions. */
  isBare?: boolean
  /** Seed without a label schema. */
  hasNoSchema?: boolean
  records?: readonly object[]
}

/**
 * Seed a text classification dataset with real messages of a bank's customers. Their categories are predicted by a
 * baseline, of which every fifth is wrong.
 */
export async function seedBanking(
  product: Product,
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
  const world = await seedWorld<ClassicRecord>(
    product,
    'TextClassification',
    name,
    records ?? made,
    hasNoSchema ? [] : schema,
  )
  return { ...world, labels: schema }
}

/** The page of a classic dataset, with the actions of a user. */
export class ExplorePage<Stored extends object = ClassicRecord> {
  readonly cards: Locator

  constructor(
    readonly page: Page,
    readonly world: Pick<ClassicWorld<Stored>, 'path' | 'labels' | 'record'>,
  ) {
    this.cards = page.locator('article[data-record]')
  }

  /** Open the page, optionally with a query string, and wait for its records. */
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

  /** Wait for a toast with this message. */
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

  /** Wait until the stored record matches. */
  untilStored(id: string | number, expected: Partial<Stored>) {
    return eventually(() => this.world.record(id)).toMatchObject(expected)
  }
}
