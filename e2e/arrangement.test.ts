import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { eventually, journey } from './support/journey'
import { type DatasetPlan, seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'
import { bankingPlan } from './support/worlds'

const WINDOW = { width: 1440, height: 900 }

describe('record and questions', () => {
  journey(
    'stand in one column for short texts, in the same places on every record',
    async ({ page, context, product }) => {
      const plan = bankingPlan('short-texts', 12)
      const [first, ...rest] = plan.records
      const long = { ...first, fields: { text: 'A long story about a card. '.repeat(200) } }
      const dataset = await seedDataset(product, { ...plan, records: [...rest, long] })
      await signIn(context, product)
      const view = new AnnotationView(page, dataset)
      // In the order of the plan, so that the long text comes last.
      await view.open('?sort=record::inserted_at:asc')
      const places = async () => {
        const [text, question, submit] = await Promise.all(
          [textOf(page), view.question('Intent'), view.submit].map(boxOf),
        )
        if (!text || !question || !submit) throw new Error('It is not on the screen.')
        return { text, question, submit }
      }
      await page.evaluate(async () => void (await document.fonts.ready))
      const at = await places()
      // Both are visible together: the question is right below the text, and equally wide.
      expect(at.question.y).toBeGreaterThan(at.text.y)
      expect(at.question.y - at.text.y).toBeLessThan(300)
      expect(Math.abs(at.question.x + at.question.width / 2 - (at.text.x + at.text.width / 2))).toBeLessThan(60)
      expect((await boxOf(view.record)).width).toBeLessThanOrEqual(912)

      // Nine of ten texts are short; the long one scrolls in its place and moves the questions by at most half of the
      // screen.
      for (const _ of rest) {
        const id = await view.shownId()
        await page.keyboard.press('ArrowRight')
        await view.nextAfter(id)
        const now = await places()
        expect([now.text.x, now.text.y, now.submit.y]).toEqual([at.text.x, at.text.y, at.submit.y])
        const text = (await textOf(page).textContent()) ?? ''
        if (text.length < 280) expect(now.question.y, text).toBe(at.question.y)
        else expect(now.question.y).toBeLessThan(700)
      }
    },
  )

  journey('are not covered by the message after a record is skipped', async ({ page, context, product }) => {
    const dataset = await seedDataset(product, bankingPlan('uncovered', 4))
    await signIn(context, product)
    const view = new AnnotationView(page, dataset)
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await view.open()
      await page.getByRole('button', { name: 'Skip, not now' }).click()
      const message = await boxOf(page.getByText('Skipped. It waits at the end of the queue.').locator('..'))
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/skipped-${width}.png` })
      for (const part of [await boxOf(view.question('Intent')), await boxOf(view.submit)]) {
        const isBeside = message.x + message.width <= part.x || message.x >= part.x + part.width
        const isAboveOrBelow = message.y + message.height <= part.y || message.y >= part.y + part.height
        expect(isBeside || isAboveOrBelow, `at ${width} px`).toBe(true)
      }
    }
  })

  journey('stand side by side for long texts', async ({ page, product }) => {
    const dataset = await seedDataset(product, longer(bankingPlan('long-texts', 10)))
    const view = await openSignedIn(product, new AnnotationView(page, dataset))
    const [text, question] = await Promise.all([boxOf(textOf(page)), boxOf(view.question('Intent'))])
    expect(question.x).toBeGreaterThan(text.x + text.width)
    await page.getByRole('separator').waitFor()
  })

  journey('stay as their reader has put them', async ({ page, product }) => {
    const dataset = await seedDataset(product, bankingPlan('own-arrangement', 4))
    const view = await openSignedIn(product, new AnnotationView(page, dataset))
    const isBeside = async () => (await boxOf(view.question('Intent'))).x > (await boxOf(view.record)).x + 500
    await eventually(isBeside).toBe(false)
    await page.getByRole('button', { name: 'Questions below or beside the text' }).click()
    await eventually(isBeside).toBe(true)
    // The focus is in the questions, as before.
    await view.question('Intent').locator(':focus').waitFor()
    await view.open()
    await eventually(isBeside).toBe(true)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('below or beside')
    await page.keyboard.press('Enter')
    await eventually(isBeside).toBe(false)

    // A window that is too low for it has one column that scrolls as a whole.
    await page.setViewportSize({ width: 1440, height: 560 })
    await eventually(isBeside).toBe(true)
    await page.setViewportSize(WINDOW)
    await eventually(isBeside).toBe(false)
  })
})

/** The plan with every text repeated until it is as long as a letter. */
function longer(plan: DatasetPlan): DatasetPlan {
  const records = plan.records.map((record) => {
    const text = Array.from({ length: 8 }, () => record.fields.text).join('\n\n')
    return { ...record, fields: { text } }
  })
  return { ...plan, records }
}

function textOf(page: Page): Locator {
  return page.locator('[data-record-body] [dir]').first()
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return box
}
