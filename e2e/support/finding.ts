import type { Locator, Page } from 'playwright-core'
import { eventually } from './journey'
import type { Product } from './product'
import { type BankingRow, readWholeBanking } from './seeds/real-data'
import { type DatasetPlan, type Seeded, seedDataset } from './seeds/seed'

/** A customer message as a record: what finding it is about. */
export interface Message extends BankingRow {
  id: string
  split: 'train' | 'test'
  /** Whose it is: one of thousands. */
  sender: string
  length: number
  /** Of its suggestion, where it has one: every third is the true intent, surer with its place. */
  score: number | undefined
}

/** The customer messages as records of a dataset. */
export interface FindingWorld {
  dataset: Seeded
  messages: readonly Message[]
  /** By external id. */
  message: (id: string) => Message
}

/** More than are listed at once. */
const SENDERS = 4000

/** All customer messages there are, with metadata to filter and sort by and the intent suggested for every third. */
export async function seedMessages(product: Product): Promise<FindingWorld> {
  const messages = readWholeBanking().map(
    (row, index): Message => ({
      ...row,
      id: `banking-${index}`,
      split: index % 5 < 3 ? 'train' : 'test',
      sender: `Sender ${index % SENDERS}`,
      length: row.text.length,
      score: index % 3 === 0 ? (index % 100) / 100 : undefined,
    }),
  )
  const byId = new Map(messages.map((message) => [message.id, message]))
  return {
    dataset: await seedDataset(product, planOf(messages)),
    messages,
    message: (id) => {
      const found = byId.get(id)
      if (!found) throw new Error(`No message is called ${id}.`)
      return found
    },
  }
}

function planOf(messages: readonly Message[]): DatasetPlan {
  const intents = [...new Set(messages.map(({ category }) => category))].sort()
  const options = intents.map((value) => ({ value, text: value.replaceAll('_', ' '), description: null }))
  return {
    name: 'messages',
    fields: { text: false },
    questions: [{ name: 'intent', settings: { type: 'label_selection', options } }],
    properties: {
      split: { type: 'terms', values: ['train', 'test'] },
      sender: { type: 'terms', values: null },
      length: { type: 'integer', min: 0, max: 1000 },
    },
    records: messages.map(({ id, text, category, split, sender, length, score }) => ({
      fields: { text },
      metadata: { split, sender, length },
      external_id: id,
      suggestions: score === undefined ? {} : { intent: { value: category, agent: 'baseline', score } },
    })),
  }
}

/** The words of a text, as plain as they can be found: good for texts without accents and other scripts. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu) ?? []
}

/** The list of records in bulk, and what narrows it, as a person uses them. */
export class FindingView {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Open the dataset, or one place in it, and wait for the list. */
  async open(path: string): Promise<void> {
    await this.page.goto(path)
    await this.cards.first().waitFor()
  }

  get cards(): Locator {
    return this.page.getByRole('list', { name: 'Records', exact: true }).locator('[data-bulk-card]')
  }

  get searchBox(): Locator {
    return this.page.getByRole('searchbox', { name: 'Search the records' })
  }

  get reference(): Locator {
    return this.page.getByRole('region', { name: 'Reference record' })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Type a query and apply it. */
  async search(query: string): Promise<void> {
    await this.searchBox.fill(query)
    await this.searchBox.press('Enter')
  }

  /** Wait until so many records match, and all of what is shown is about them. */
  async untilFound(total: number, pageSize = 10, from = 1): Promise<void> {
    const shown = Math.min(total - from + 1, pageSize)
    const range = `${from}–${from + shown - 1} of ${total.toLocaleString('en-GB')}`
    await this.page.getByText(range, { exact: true }).waitFor()
    await eventually(() => this.cards.count()).toBe(shown)
    // Neither the list nor the counts of filters are those of before.
    await eventually(() => this.page.locator('[data-stale]').count()).toBe(0)
  }

  /** External ids of the records shown, in their order. */
  async shownIds(): Promise<string[]> {
    return this.cards.locator('header code').allTextContents()
  }

  /** The texts of the records shown, each with what is marked in it. */
  async shownMarks(): Promise<string[][]> {
    const cards = await this.cards.all()
    return Promise.all(cards.map((card) => card.locator('mark').allTextContents()))
  }

  /** Counts of the four queues, as shown. */
  async counts(): Promise<number[]> {
    const tabs = await this.page.getByRole('tab').allTextContents()
    return tabs.map((text) => Number(text.replace(/\D/g, '')))
  }

  /** Add a key to the order, in the sort menu that is open. */
  async addSortKey(title: string): Promise<void> {
    await this.page.getByRole('button', { name: /Add a sort key/ }).click()
    await this.page.getByRole('option', { name: title, exact: true }).click()
  }
}
