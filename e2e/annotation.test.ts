import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView, type SavedAnswer, savedAnswers, untilAllSaved, untilSaved } from './support/annotating'
import { eventually, journey } from './support/journey'
import { OWNER } from './support/product'
import { readBanking } from './support/seeds/real-data'
import { seedDataset } from './support/seeds/seed'
import { newAnnotator, openSignedIn } from './support/session'
import { bankingPlan, everyKindPlan, solutionsPlan } from './support/worlds'

describe('answering records', () => {
  journey('signs in and answers 50 records with the keyboard alone [R9]', async ({ page, product }) => {
    const banking = await seedDataset(product, bankingPlan('keyboard', 60))
    const view = new AnnotationView(page, banking)
    await page.goto(banking.path)
    await page.getByLabel('Username').and(page.locator(':focus')).waitFor()
    await page.keyboard.type(OWNER.username)
    await page.keyboard.press('Tab')
    await page.keyboard.type(OWNER.password)
    await page.keyboard.press('Enter')

    const expected = new Map<string, SavedAnswer[]>()
    let id = await view.shownId()
    await view.question('Intent').locator(':focus').waitFor()
    let numberMs = 0
    for (let count = 0; count < 50; count += 1) {
      const way = WAYS[rowOf(id) % 3] ?? 'search'
      if (way === 'suggestion') await eventually(() => Date.now() - numberMs).toBeGreaterThan(ENDS_NUMBER_MS)
      expected.set(id, [{ status: 'submitted', values: { intent: await ANSWER_BY[way](page, id) } }])
      if (way === 'number') numberMs = Date.now()
      id = await view.nextAfter(id)
    }

    expect(expected.size).toBe(50)
    await untilAllSaved(view, product, banking, expected)
    await eventually(() => view.counts()).toEqual(['10', '0', '50', '0'])
  })

  journey('takes rating, ranking and text from the keyboard', async ({ page, product }) => {
    const solutions = await seedDataset(product, solutionsPlan('keys-of-every-question'))
    const view = await openSignedIn(product, new AnnotationView(page, solutions))
    const id = await view.shownId()
    await view.question('How clear is the solution').locator(':focus').waitFor()
    await page.keyboard.press('6')
    for (const rank of ['2', '1', '3', '3']) {
      await page.locator('[data-card]:focus').waitFor()
      await page.keyboard.press(rank)
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('Both **steps** are there.')
    await page.keyboard.press('Control+Enter')
    await view.nextAfter(id)
    const order = [
      { value: '6b_finetuning', rank: 2 },
      { value: '6b_verification', rank: 1 },
      { value: '175b_finetuning', rank: 3 },
      { value: '175b_verification', rank: 3 },
    ]
    const values = { rating: 6, order: expect.arrayContaining(order), why: 'Both **steps** are there.' }
    await untilAllSaved(view, product, solutions, new Map([[id, [{ status: 'submitted', values }]]]))
    const [saved] = (await savedAnswers(product, solutions)).get(id) ?? []
    expect(saved?.values.order).toHaveLength(4)
  })

  journey('marks what must be answered, and leads there instead of submitting [V18]', async ({ page, product }) => {
    const kinds = await seedDataset(product, everyKindPlan('required', 2))
    const view = await openSignedIn(product, new AnnotationView(page, kinds), `?record=${kinds.recordIds[1]}`)
    const required = page.getByTitle('Required response')
    await eventually(() => required.count()).toBe(2)
    await eventually(() => page.getByText('(optional)').count()).toBe(4)
    const id = await view.shownId()
    await view.option('Kind', 'question').check()
    await page.keyboard.press('Enter')
    await view.question('Urgency').getByRole('radio', { name: '0' }).and(page.locator(':focus')).waitFor()
    expect(await view.shownId()).toBe(id)
    expect((await savedAnswers(product, kinds)).get(id)).toEqual([])
  })

  journey(
    'a draft stays on the record, waits in its queue and is shown before any suggestion [T12, T14]',
    async ({ page, product }) => {
      const kinds = await seedDataset(product, everyKindPlan('drafts', 1))
      const view = await openSignedIn(product, new AnnotationView(page, kinds))
      await eventually(() => view.option('Kind', 'complaint').isChecked()).toBe(true)
      await view.option('Kind', 'thanks').check()
      await page.keyboard.press('Control+s')
      await view.record.getByText('Draft', { exact: true }).waitFor()
      await eventually(() => view.counts()).toEqual(['0', '1', '0', '0'])
      // The record and the tab show the draft before the server has stored it. Wait for the server, which lists the
      // queue.
      const answer = { kind: 'thanks', topics: ['praise', 'thanks'], urgency: 2 }
      await untilSaved(product, kinds, 'case-0', [{ status: 'draft', values: expect.objectContaining(answer) }])

      await view.open('?status=draft')
      await eventually(() => view.option('Kind', 'thanks').isChecked()).toBe(true)
      expect(await view.option('Kind', 'complaint').isChecked()).toBe(false)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: /You reached the end|This queue is empty/ }).waitFor()
      await untilSaved(product, kinds, 'case-0', [{ status: 'submitted', values: expect.objectContaining(answer) }])
    },
  )

  journey('takes a slip back with Ctrl+Z: submitted, discarded and cleared [T13]', async ({ page, product }) => {
    const kinds = await seedDataset(product, everyKindPlan('undo', 3))
    const view = await openSignedIn(product, new AnnotationView(page, kinds), '?status=pending')
    const first = await view.shownId()
    await view.option('Kind', 'praise').check()
    await view.option('Urgency', '3').check()
    await view.submitSeen()
    const second = await view.nextAfter(first)
    await untilSaved(product, kinds, first, [
      { status: 'submitted', values: expect.objectContaining({ kind: 'praise' }) },
    ])

    await page.keyboard.press('Control+z')
    await view.nextAfter(second)
    expect(await view.shownId()).toBe(first)
    await untilSaved(product, kinds, first, [])
    await eventually(() => view.option('Kind', 'praise').isChecked()).toBe(true)

    await page.keyboard.press('Backspace')
    // Hover over the toast, so that it stays for as long as the server takes.
    await page.getByRole('button', { name: 'Undo', exact: true }).hover()
    await page.getByText('Discarded.', { exact: true }).waitFor()
    await view.nextAfter(first)
    await untilSaved(product, kinds, first, [{ status: 'discarded', values: expect.anything() }])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => view.shownId()).toBe(first)
    await untilSaved(product, kinds, first, [])
    await eventually(() => view.counts()).toEqual(['3', '0', '0', '0'])
  })

  journey(
    'opens a shared link in another browser, whoever it is and whatever the status',
    async ({ page, browser, product, complaints }) => {
      const kinds = await seedDataset(product, everyKindPlan('shared-link', 4))
      const view = await openSignedIn(product, new AnnotationView(page, kinds))
      const id = await view.shownId()
      await view.option('Kind', 'praise').check()
      await view.option('Urgency', '3').check()
      await view.submitSeen()
      await view.nextAfter(id)
      await untilSaved(product, kinds, id, [
        { status: 'submitted', values: expect.objectContaining({ kind: 'praise', urgency: 3 }) },
      ])
      const recordId = kinds.recordIds[Number(id.replace('case-', ''))]

      const other = await newAnnotator(browser, product, 'anna')
      const otherPage = await other.newPage()
      complaints.watch(otherPage)
      const otherView = new AnnotationView(otherPage, kinds)
      await otherView.open(`?record=${recordId}`)
      expect(await otherView.shownId()).toBe(id)
      await otherView.record.getByText('Pending', { exact: true }).waitFor()
      await view.open(`?record=${recordId}`)
      await view.record.getByText('Submitted', { exact: true }).waitFor()
      await other.close()
    },
  )
})

/** How a record is answered by keyboard. */
type Way = 'suggestion' | 'number' | 'search'

/** An Enter within this time after a number only completes the number, and does not submit the next suggestion. */
const ENDS_NUMBER_MS = 500

/** By the index of the record: every third has a suggestion. */
const WAYS: readonly Way[] = ['suggestion', 'number', 'search']

/**
 * Answer the current record.
 *
 * @returns the chosen intent
 */
const ANSWER_BY: Record<Way, (page: Page, id: string) => Promise<string>> = {
  suggestion: async (page, id) => {
    await page.keyboard.press('Enter')
    return readBanking()[rowOf(id)]?.category ?? ''
  },
  number: async (page, id) => {
    // One of the six likeliest options.
    const key = String((rowOf(id) % 6) + 1)
    const option = page.locator(`[data-option][aria-keyshortcuts="${key}"]`)
    const intent = await option.getAttribute('data-option')
    await page.keyboard.press(key)
    return intent ?? ''
  },
  search: async (page) => {
    // Letters search for an option, and Enter takes the first match: an exact match comes before options that contain
    // the words.
    await page.keyboard.type('exchange rate')
    await page.keyboard.press('Enter')
    return 'exchange_rate'
  },
}

function rowOf(id: string): number {
  return Number(id.replace('banking-', ''))
}
