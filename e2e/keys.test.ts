import { describe, expect } from 'vitest'
import { chooseLabel } from '../bench/lib/annotator.mjs'
import { AnnotationView, type SavedAnswer, untilAllSaved } from './support/annotating'
import { journey } from './support/journey'
import { readBanking, readIntents } from './support/seeds/real-data'
import { seedDataset } from './support/seeds/seed'
import { openSignedIn } from './support/session'

const options = (labels: readonly string[]) => labels.map((value) => ({ value, text: value, description: null }))
const BANKING = [...new Set(readBanking().map(({ category }) => category))].sort()

describe('keys that a record takes', () => {
  journey('are three or fewer for one of 150 labels, none of them suggested', async ({ page, product }) => {
    const intents = readIntents()
    // Every seventh label, spread over the whole list: no label occurs twice, which is the worst case.
    const meant = Array.from({ length: 40 }, (_, at) => intents[(at * 7) % intents.length] ?? '')
    const dataset = await seedDataset(product, {
      name: 'one-of-150',
      fields: { text: false },
      questions: [{ name: 'intent', settings: { type: 'label_selection', options: options(intents) } }],
      records: meant.map((label, at) => ({
        fields: { text: label.replaceAll('_', ' ') },
        external_id: `${at}-${label}`,
      })),
    })
    const view = await openSignedIn(product, new AnnotationView(page, dataset))
    let keys = 0
    let id = await view.shownId()
    for (const [at] of meant.entries()) {
      await view.question('Intent').locator(':focus').waitFor()
      // The order of the records differs per user: the id contains the expected label.
      keys += await chooseLabel(page, 'intent', id.slice(id.indexOf('-') + 1))
      if (at < meant.length - 1) id = await view.nextAfter(id)
    }
    const expected = new Map(
      meant.map((label, at): [string, SavedAnswer[]] => [
        `${at}-${label}`,
        [{ status: 'submitted', values: { intent: label } }],
      ]),
    )
    await untilAllSaved(view, product, dataset, expected)
    expect(keys / meant.length).toBeLessThanOrEqual(3)
  })

  journey('are six or fewer for two of 77 labels', async ({ page, product }) => {
    const rows = readBanking().slice(0, 20)
    const dataset = await seedDataset(product, {
      name: 'two-of-77',
      fields: { text: false },
      questions: [{ name: 'intents', settings: { type: 'multi_label_selection', options: options(BANKING) } }],
      records: rows.map(({ text }, at) => ({ fields: { text }, external_id: `message-${at}` })),
    })
    const view = await openSignedIn(product, new AnnotationView(page, dataset))
    let keys = 0
    let id = await view.shownId()
    const wanted = new Map<string, string[]>()
    for (const [at, { category }] of rows.entries()) {
      await view.question('Intents').locator(':focus').waitFor()
      const second = BANKING[(at * 11 + 5) % BANKING.length] ?? ''
      const labels = [...new Set([category, second])]
      wanted.set(
        id,
        BANKING.filter((label) => labels.includes(label)),
      )
      for (const label of labels) keys += await chooseLabel(page, 'intents', label)
      await page.keyboard.press('Enter')
      keys += 1
      if (at < rows.length - 1) id = await view.nextAfter(id)
    }
    const expected = new Map(
      [...wanted].map(([record, intents]): [string, SavedAnswer[]] => [
        record,
        [{ status: 'submitted', values: { intents } }],
      ]),
    )
    await untilAllSaved(view, product, dataset, expected)
    expect(keys / rows.length).toBeLessThanOrEqual(6)
  })
})
