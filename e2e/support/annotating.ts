import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from './journey'
import type { Product } from './product'
import type { Seeded } from './seeds/seed'

/** Timeout for sending 60 answers, one after the other. */
const SENDING_MS = 60_000

/** A user's response to a record on the server. */
export interface SavedAnswer {
  status: string
  values: Record<string, unknown>
}

/** The annotation view, with the actions of a user. */
export class AnnotationView {
  readonly page: Page
  readonly #dataset: Seeded

  constructor(page: Page, dataset: Seeded) {
    this.page = page
    this.#dataset = dataset
  }

  /** Open the dataset, optionally with a query string, and wait for a record. */
  async open(search = ''): Promise<void> {
    await this.page.goto(this.#dataset.path + search)
    await this.shownId()
    await this.submit.waitFor()
  }

  get record() {
    return this.page.getByRole('region', { name: 'Record', exact: true })
  }

  get submit() {
    return this.page.getByRole('button', { name: 'Submit', exact: true })
  }

  question(title: string) {
    return this.page.getByRole('group', { name: new RegExp(`^${title}`) }).first()
  }

  option(question: string, text: string) {
    const asked = this.question(question)
    const name = new RegExp(`^${text}`)
    return asked.getByRole('radio', { name }).or(asked.getByRole('checkbox', { name }))
  }

  queue(name: 'Pending' | 'Draft' | 'Submitted' | 'Discarded') {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  /** The external id of the record on the screen. */
  async shownId(): Promise<string> {
    return (await this.record.getByTitle('External id').textContent()) ?? ''
  }

  /**
   * Wait until another record is shown.
   *
   * @returns its external id
   */
  async nextAfter(id: string): Promise<string> {
    await this.record
      .getByTitle('External id')
      .filter({ hasNotText: new RegExp(`^${id}$`) })
      .waitFor()
    return this.shownId()
  }

  /** Press Enter until the record is submitted: at first it scrolls to suggestions out of view. */
  async submitSeen(): Promise<void> {
    const id = await this.shownId()
    for (let presses = 0; presses < 8; presses += 1) {
      await this.page.keyboard.press('Enter')
      // The next record, if there is one, renders within two frames.
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      if ((await this.shownId()) !== id) return
    }
    throw new Error(`${id} is not submitted after eight presses of Enter`)
  }

  /** Wait until the saved mark has this text. */
  async untilMarked(words: 'All saved' | 'Saving…' | '1 waiting to send' | '1 answered elsewhere'): Promise<void> {
    await this.page.getByRole('button', { name: `State of your answers: ${words}` }).waitFor()
  }

  /** Counts of the four queues, as shown. */
  async counts(): Promise<string[]> {
    const tabs = await this.page.getByRole('tab').allTextContents()
    return tabs.map((text) => text.replace(/\D/g, ''))
  }
}

/** All responses of a dataset on the server, by external id of the record. */
export async function savedAnswers({ owner }: Product, { id }: Seeded): Promise<Map<string, SavedAnswer[]>> {
  const { items } = await owner('GET /api/v1/datasets/{dataset_id}/records', {
    params: { dataset_id: id },
    query: { include: ['responses'], limit: 1000 },
  })
  return new Map(
    items.map(({ external_id, responses }) => [
      external_id ?? '',
      (responses ?? []).map(({ status, values }) => ({ status, values: plainValues(values) })),
    ]),
  )
}

/**
 * Wait until the server has exactly these answers, by external id of the record, and none is unsent. The saved mark
 * alone is not enough: right after a key press it may still show the previous state.
 */
export async function untilAllSaved(
  view: AnnotationView,
  product: Product,
  dataset: Seeded,
  answers: ReadonlyMap<string, SavedAnswer[]>,
): Promise<void> {
  const answered = async () => {
    const saved = await savedAnswers(product, dataset)
    return new Map([...saved].filter(([, responses]) => responses.length > 0))
  }
  await eventually(answered, SENDING_MS).toEqual(answers)
  await view.untilMarked('All saved')
  expect(await answered()).toEqual(answers)
}

/** Wait until the server has exactly these responses to a record. */
export async function untilSaved(product: Product, dataset: Seeded, id: string, answers: SavedAnswer[]): Promise<void> {
  await eventually(async () => (await savedAnswers(product, dataset)).get(id)).toEqual(answers)
}

function plainValues(values: unknown): Record<string, unknown> {
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).map(([name, answer]) => [name, Reflect.get(Object(answer), 'value')]),
  )
}
