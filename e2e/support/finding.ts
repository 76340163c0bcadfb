import type { Locator, Page } from 'playwright-core'
import { eventually } from './journey'
import type { Product } from './product'
import { type BankingRow, readWholeBanking } from './seeds/real-data'
import { type DatasetPlan, type Seeded, seedDataset } from './seeds/seed'

/** A customer message as a record, with the properties that the journeys search by. */
export interface Message extends BankingRow {
  id: string
  split: 'train' | 'test'
  /** A terms property with thousands of values. */
  sender: string
  length: number
  /** Score of its suggestion; every third message has one, with the true intent and a score derived from its index. */
  score: number | undefined
}

/** The dataset of customer messages. */
export interface FindingWorld {
  dataset: Seeded
  messages: readonly Message[]
  /** Find a message by its external id. */
  message: (id: string) => Message
}

/** More values than a filter lists at once. */
const SENDERS = 4000

/**
 * Seed all available customer messages, with metadata to filter and sort by, and the intent suggested for every
 * third.
 */
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

/** The words of a text by simple rules, sufficient for texts without accents and other scripts. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu) ?? []
}

/** The bulk list with search, filters and sort, with the actions of a user. */
export class FindingView {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Open the dataset, optionally with a query string, and wait for the list. */
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

  /** Wait until this many records match, and the list and the counts belong to the current search. */
  async untilFound(total: number, pageSize = 10, from = 1): Promise<void> {
    const shown = Math.min(total - from + 1, pageSize)
    const range = `${from}–${from + shown - 1} of ${total.toLocaleString('en-GB')}`
    await this.page.getByText(range, { exact: true }).waitFor()
    await eventually(() => this.cards.count()).toBe(shown)
    // Neither the list nor the counts are from the previous search.
    await eventually(() => this.page.locator('[data-stale]').count()).toBe(0)
  }

  /** External ids of the shown records, in order. */
  async shownIds(): Promise<string[]> {
    return this.cards.locator('header code').allTextContents()
  }

  /** For each shown record, the marked matches in its texts. */
  async shownMarks(): Promise<string[][]> {
    const cards = await this.cards.all()
    return Promise.all(cards.map((card) => card.locator('mark').allTextContents()))
  }

  /** Counts of the four queues, as shown. */
  async counts(): Promise<number[]> {
    const tabs = await this.page.getByRole('tab').allTextContents()
    return tabs.map((text) => Number(text.replace(/\D/g, '')))
  }

  /** Add a sort key in the open sort menu. */
  async addSortKey(title: string): Promise<void> {
    await this.page.getByRole('button', { name: /Add a sort key/ }).click()
    await this.page.getByRole('option', { name: title, exact: true }).click()
  }
}
