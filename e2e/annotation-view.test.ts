import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView, type SavedAnswer, savedAnswers, untilAllSaved, untilSaved } from './support/annotating'
import { chooseFile } from './support/files'
import { eventually, journey } from './support/journey'
import { expectFits } from './support/look'
import { type DatasetPlan, seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'
import { holdNext } from './support/troubles'
import { bankingPlan, everyKindPlan, withoutSuggestions } from './support/worlds'

describe('the annotation view', () => {
  journey('goes to a record by its number, alone or among many', async ({ page, product }) => {
    const banking = await seedDataset(product, bankingPlan('by-number', 60))
    const view = await openSignedIn(product, new AnnotationView(page, banking), '?page=30')
    const thirtieth = await view.shownId()
    await view.open()
    const number = page.getByRole('textbox', { name: 'Go to record' })
    await number.click()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await eventually(() => view.shownId()).toBe(thirtieth)
    await eventually(() => number.inputValue()).toBe('30')
    await eventually(() => new URL(page.url()).searchParams.get('page')).toBe('30')
    await view.question('Intent').locator(':focus').waitFor()

    await number.click()
    await page.keyboard.type('the last')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Type a whole number from 1 to 60.').waitFor()
    await page.keyboard.press('Escape')
    await eventually(() => number.inputValue()).toBe('30')
    expect(await view.shownId()).toBe(thirtieth)

    await number.click()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await view.nextAfter(thirtieth)
    await eventually(() => new URL(page.url()).searchParams.get('page')).toBe('7')
    await page.goBack()
    await eventually(() => view.shownId()).toBe(thirtieth)

    await page.getByText('Bulk', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select record 10', exact: true }).waitFor()
    await number.click()
    await page.keyboard.type('1000')
    await page.keyboard.press('Enter')
    await page.getByRole('checkbox', { name: 'Select record 60', exact: true }).waitFor()
    await number.click()
    await page.keyboard.type('30')
    await page.keyboard.press('Enter')
    await page.getByRole('article').first().getByTitle(thirtieth, { exact: true }).waitFor({ state: 'attached' })
    await eventually(() => new URL(page.url()).searchParams.get('page')).toBe('30')
  })

  journey('brings the option that is filled in into sight among many', async ({ page, product }) => {
    const plan = bankingPlan('far-down', 3)
    const intents = intentsOf(plan)
    const suggested = [intents[70], intents[1], intents[40]]
    const records = plan.records.map((record, index) => ({
      ...record,
      suggestions: { intent: { value: suggested[index], agent: 'baseline', score: 0.5 } },
    }))
    const banking = await seedDataset(product, { ...plan, records })
    const view = await openSignedIn(product, new AnnotationView(page, banking))
    await page.getByRole('button', { name: /^Show \d+ more options$/ }).click()
    const isSeen = (option: Locator) =>
      option.evaluate((element) => {
        const frame = element.closest('[data-questions]')?.getBoundingClientRect()
        const { top, bottom } = element.getBoundingClientRect()
        return element.matches(':checked') && frame !== undefined && top >= frame.top && bottom <= frame.bottom
      })
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowRight']) {
      const before = await view.shownId()
      await page.keyboard.press(key)
      // The queue is not in the order of the numbers in the ids.
      const index = Number((await view.nextAfter(before)).replace('banking-', ''))
      const option = page.locator(`[data-option="${suggested[index]}"]`)
      await eventually(() => isSeen(option)).toBe(true)
      expect(await page.evaluate(() => window.scrollY)).toBe(0)
    }
  })

  journey('goes back and forth as often as the keys say, however soon they follow', async ({ page, product }) => {
    const banking = await seedDataset(product, bankingPlan('to-and-fro', 12))
    const view = await openSignedIn(product, new AnnotationView(page, banking))
    await page.getByRole('status').filter({ hasText: '1 of 12' }).waitFor({ state: 'attached' })
    let shown = await view.shownId()
    for (const ms of [0, 0, 1, 2, 5, 10, 20, 40]) {
      await page.evaluate(pressInTurn, { keys: ['ArrowRight', 'ArrowLeft', 'ArrowRight'], ms })
      shown = await view.nextAfter(shown)
      await eventually(() => new URL(page.url()).searchParams.get('page')).toBe(await number(page))
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      expect(await view.shownId()).toBe(shown)
    }
    expect(await number(page)).toBe('9')
  })

  journey('shows guidelines over the questions, as large as the user wants', async ({ page, product }) => {
    const kinds = await seedDataset(product, everyKindPlan('guided', 3))
    const view = await openSignedIn(product, new AnnotationView(page, kinds))
    const line = page.getByRole('separator', { name: 'Room for the guidelines' })
    const text = page.getByRole('region', { name: 'Text of the guidelines' })
    const room = () => line.getAttribute('aria-valuenow')

    await view.question('Kind').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-record-body]:focus').waitFor()
    await page.keyboard.press('g')
    await text.getByRole('heading', { name: 'How to answer' }).waitFor()
    // Text in another font has another height.
    await page.evaluate(async () => void (await document.fonts.ready))
    // As high as the text, which is short, until the panel is resized.
    const fits = () => text.evaluate(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)
    await eventually(async () => [await fits(), Number(await room()) < 30]).toEqual([0, true])
    const fitting = await room()
    const { height } = await boxOf(text)
    await line.focus()
    await page.keyboard.press('ArrowDown')
    await eventually(async () => Math.round((await boxOf(text)).height - height)).toBe(16)

    const at = await boxOf(line)
    await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2)
    await page.mouse.down()
    await page.mouse.move(at.x + at.width / 2, at.y + 4000, { steps: 3 })
    await page.mouse.up()
    await eventually(room).toBe('60')
    await page.reload()
    await text.getByRole('heading', { name: 'How to answer' }).waitFor()
    await eventually(room).toBe('60')
    await line.dblclick()
    await eventually(room).toBe(fitting)

    await page.setViewportSize({ width: 390, height: 844 })
    await line.waitFor({ state: 'detached' })
    await text.getByRole('heading', { name: 'How to answer' }).waitFor()
    const places = [view.record, text, view.question('Kind'), page.getByRole('complementary')]
    await eventually(async () => inOrder(await Promise.all(places.map(boxOf)))).toBe(true)
    await page.getByRole('button', { name: 'Guidelines' }).click()
    await text.waitFor({ state: 'detached' })
    await page.reload()
    await view.submit.waitFor()
    await text.waitFor({ state: 'detached' })
  })

  journey('draws what is only suggested unlike what the user has chosen', async ({ page, product }) => {
    const kinds = await seedDataset(product, everyKindPlan('only-suggested', 1))
    const view = await openSignedIn(product, new AnnotationView(page, kinds))
    const choices = ['complaint', '2', 'praise'].map((name, at) => {
      const question = view.question(['Kind', 'Urgency', 'Order'][at] ?? '')
      return at === 2 ? question.locator('[data-card]').first() : question.locator('label', { hasText: name }).first()
    })
    const borders = () =>
      Promise.all(choices.map((one) => one.evaluate((element) => getComputedStyle(element).borderTopStyle)))
    await eventually(borders).toEqual(['dashed', 'dashed', 'dashed'])
    await page.emulateMedia({ forcedColors: 'active' })
    await eventually(borders).toEqual(['dashed', 'dashed', 'dashed'])
    await page.emulateMedia({ forcedColors: 'none' })
    await view.option('Kind', 'complaint').focus()
    await page.keyboard.press('2')
    await view.option('Urgency', '2').focus()
    await page.keyboard.press('2')
    await choices[2]?.focus()
    await page.keyboard.press('2')
    await eventually(borders).toEqual(['solid', 'solid', 'solid'])
  })

  journey('discards with Backspace, or with Shift for who wants it so', async ({ page, product }) => {
    const kinds = await seedDataset(product, everyKindPlan('backspace', 3))
    const view = await openSignedIn(product, new AnnotationView(page, kinds))
    const first = await view.shownId()
    await view.question('Kind').locator(':focus').waitFor()
    await page.keyboard.press('Backspace')
    await page.getByText('Discarded.', { exact: true }).waitFor()
    const second = await view.nextAfter(first)
    await untilSaved(product, kinds, first, [{ status: 'discarded', values: expect.anything() }])

    await page.goto('/user-settings')
    await page.getByText('Discard needs Shift').click()
    await eventually(() => page.getByRole('switch', { name: /^Discard needs Shift/ }).isChecked()).toBe(true)
    await view.open()
    await eventually(() => view.shownId()).toBe(second)
    await view.question('Kind').locator(':focus').waitFor()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowRight')
    const third = await view.nextAfter(second)
    await view.untilMarked('All saved')
    expect((await savedAnswers(product, kinds)).get(second)).toEqual([])
    await page.keyboard.press('Shift+Backspace')
    await untilSaved(product, kinds, third, [{ status: 'discarded', values: expect.anything() }])
  })

  journey.for(['at once', 'late'])(
    'leads to the suggestion that was out of sight, and submits with the next Enter, however soon: code that is there %s',
    async (when, { page, context, product }) => {
      const kinds = await seedDataset(product, everyKindPlan(`unseen-${when.slice(-4)}`, 1))
      await signIn(context, product)
      await page.setViewportSize({ width: 1440, height: 940 })
      const view = new AnnotationView(page, kinds)
      const held = when === 'late' ? await holdNext(page, /\/span-parts-[^/]+\.js$/) : undefined
      await view.open()
      const late = await held?.()
      const note = page.getByRole('button', { name: '1 suggestion below not seen' })
      await note.waitFor()
      await page.keyboard.press('Enter')
      await note.waitFor({ state: 'hidden' })
      await late?.continue()
      await view.question('Parts').waitFor()
      expect((await savedAnswers(product, kinds)).get('case-0')).toEqual([])
      await page.keyboard.press('Enter')
      await untilSaved(product, kinds, 'case-0', [{ status: 'submitted', values: expect.anything() }])
    },
  )

  journey('stores exactly what quick fingers typed, number and Enter, 30 times', async ({ page, context, product }) => {
    const banking = await seedDataset(product, withoutSuggestions(bankingPlan('number-enter', 64)))
    await signIn(context, product)
    const view = new AnnotationView(page, banking)
    const expected = new Map<string, SavedAnswer[]>()
    const answerAll = async (from: number) => {
      for (let at = from; at < from + 30; at += 1) {
        const id = await view.shownId()
        const key = String((at % 6) + 1)
        expected.set(id, submitted(await optionOf(page, key)))
        await typeAtOnce(page, [key, 'Enter'])
        await view.nextAfter(id)
      }
    }
    await view.open()
    await view.question('Intent').locator(':focus').waitFor()
    await answerAll(0)
    await page.getByRole('switch', { name: /^Submit when an option is chosen/ }).press('Space')
    await page.locator('[data-option]').first().focus()
    await answerAll(30)
    expect(expected.size).toBe(60)
    await untilAllSaved(view, product, banking, expected)
  })

  journey('takes the next Enter for the next suggestion, however soon', async ({ page, product }) => {
    const plan = bankingPlan('soon-enter', 32)
    const [kind] = intentsOf(plan)
    const suggestions = { intent: { value: kind } }
    const banking = await seedDataset(product, {
      ...plan,
      records: plan.records.map((record) => ({ ...record, suggestions })),
    })
    const view = await openSignedIn(product, new AnnotationView(page, banking))
    await view.question('Intent').locator(':focus').waitFor()
    const expected = new Map<string, SavedAnswer[]>()
    for (let at = 0; at < 30; at += 1) {
      const id = await view.shownId()
      expected.set(id, submitted(at % 2 === 0 ? await optionOf(page, '5') : kind))
      await typeAtOnce(page, at % 2 === 0 ? ['5', 'Enter'] : ['Enter'])
      await view.nextAfter(id)
    }
    expect(expected.size).toBe(30)
    await untilAllSaved(view, product, banking, expected)
  })

  journey('has room for ids at 1024 px and for four queues at 390 px', async ({ page, context, product }) => {
    const plan = everyKindPlan('narrow', 1)
    const id = 'support/2026-11-21/calls/afternoon/recording-00017'
    const narrow = await seedDataset(product, {
      ...plan,
      records: plan.records.map((record) => ({ ...record, external_id: id })),
    })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(context, product)
    const view = new AnnotationView(page, narrow)
    await page.setViewportSize({ width: 1024, height: 768 })
    await view.open()
    const shown = view.record.getByTitle(`External id: ${id}`)
    const end = shown.getByText(id.slice(-6), { exact: true })
    await eventually(async () => isInside(await boxOf(end), await boxOf(shown))).toBe(true)
    await shown.hover()
    await page.getByRole('button', { name: 'Copy the id' }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id)

    await page.setViewportSize({ width: 390, height: 844 })
    for (const queue of ['Pending', 'Draft', 'Submitted', 'Discarded'] as const)
      await eventually(async () =>
        isInside(await boxOf(view.queue(queue)), await boxOf(page.getByRole('tablist'))),
      ).toBe(true)

    // Opened by a link, a record has its tools in one row.
    await view.open(`?record=${narrow.recordIds[0]}`)
    const middleOf = async (name: string) => {
      const { y, height } = await boxOf(view.record.getByRole('button', { name, exact: true }))
      return y + height / 2
    }
    await eventually(async () => (await middleOf('Details')) - (await middleOf('Find similar'))).toBe(0)
  })
})

describe('the focus view, read aloud', () => {
  journey(
    'says the queue, then the record, what is asked about it, and what can be done',
    async ({ page, product }) => {
      const dataset = await seedDataset(product, everyKindPlan('read-aloud', 1))
      const view = await openSignedIn(product, new AnnotationView(page, dataset))
      await view.question('Parts').waitFor()
      const lines = (await page.getByRole('main').ariaSnapshot())
        .split('\n')
        .map((line) => line.trim().replaceAll(' ,', ','))
      const inTurn = [
        'tablist "Your queues"',
        'tab "Pending',
        'search "Find records"',
        'region "Record"',
        'navigation "Pages"',
        'region "Fields of the record"',
        'heading "Text"',
        'region "Questions"',
        'group "Kind',
        'radiogroup "Kind"',
        'radio "complaint, Suggested by model-a, score 0.91" [checked]',
        'group "Topics',
        'checkbox "praise, Suggested by model-a, score 0.7" [checked]',
        'radiogroup "Urgency"',
        'radio "2, Suggested by model-b, score 0.4" [checked]',
        'group "Order',
        'group "Rank 1"',
        'group "Summary',
        'textbox "Summary"',
        'group "Parts',
        'region "Actions"',
        'button "Clear"',
        'button "Discard"',
        'button "Save as draft"',
        'button "Submit"',
      ]
      let at = 0
      for (const part of inTurn) {
        const found = lines.findIndex((line, index) => index >= at && line.startsWith(`- ${part}`))
        expect(found, `${part} after:\n${lines.slice(0, at).join('\n')}\n…\n${lines.slice(at).join('\n')}`).not.toBe(-1)
        at = found + 1
      }
    },
  )
})

describe('on a phone', () => {
  journey(
    'the text begins in the first quarter, with search, filters and sort behind one button',
    async ({ page, context, product }) => {
      const dataset = await seedDataset(product, bankingPlan('first-quarter', 3))
      await signIn(context, product)
      await page.setViewportSize({ width: 390, height: 844 })
      const view = new AnnotationView(page, dataset)
      await view.open()
      const text = page.locator('[data-record-body] [dir]').first()
      await eventually(async () => (await boxOf(text)).y).toBeLessThanOrEqual(844 / 4)
      const search = page.getByRole('searchbox', { name: 'Search the records' })
      expect(await search.isVisible()).toBe(false)
      await page.getByRole('button', { name: 'Find records' }).click()
      await search.fill('card')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Find records 1 in force' }).click()
      await search.waitFor({ state: 'hidden' })
    },
  )

  journey('at 200 % the way back, the account and the actions stay in sight', async ({ page, context, product }) => {
    const dataset = await seedDataset(product, bankingPlan('two-hundred-percent', 3))
    await signIn(context, product)
    // A window of 1440 px at 200 % zoom.
    await page.setViewportSize({ width: 720, height: 450 })
    const view = new AnnotationView(page, dataset)
    await view.open()
    const inWindow = { x: 0, y: 0, width: 720, height: 450 }
    for (const part of [
      page.getByRole('navigation', { name: 'Where you are' }).getByText('two-hundred-percent'),
      page.getByRole('button', { name: /^Account of / }),
      view.submit,
    ])
      await eventually(async () => isInside(await boxOf(part), inWindow)).toBe(true)
    await expectFits(page)
  })

  journey('the main actions keep their words in forced colours', async ({ page, context, product }) => {
    const dataset = await seedDataset(product, bankingPlan('forced-colours', 3))
    await signIn(context, product)
    await page.emulateMedia({ forcedColors: 'active' })
    const view = new AnnotationView(page, dataset)
    await view.open()
    await page.keyboard.press('1')
    expect(await hasWords(view.submit)).toBe(true)
    // The button stays pressed while its popover is open.
    const details = page.getByRole('button', { name: 'Details' })
    await details.click()
    await page.getByText('Record id').waitFor()
    expect(await hasWords(page.locator('button[aria-expanded=true]', { hasText: 'Details' }))).toBe(true)

    await page.goto('/datasets/new')
    await chooseFile(page, {
      name: 'cards.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('text\nWhere is my card?\n'),
    })
    expect(await hasWords(page.getByRole('button', { name: 'Create dataset' }))).toBe(true)
    expect(await hasWords(page.getByRole('heading', { level: 1 }))).toBe(true)
  })
})

/** Whether the text of an element is visible against its background, which may be that of an ancestor. */
function hasWords(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => {
    let ground: Element | null = element
    while (ground && getComputedStyle(ground).backgroundColor === 'rgba(0, 0, 0, 0)') ground = ground.parentElement
    const page = getComputedStyle(document.documentElement).backgroundColor
    const { color } = getComputedStyle(element)
    return color !== (ground ? getComputedStyle(ground).backgroundColor : page)
  })
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const NOWHERE: Box = { x: -1, y: -1, width: 0, height: 0 }

async function boxOf(locator: Locator): Promise<Box> {
  return (await locator.boundingBox()) ?? NOWHERE
}

/** Whether each box begins below the previous one. */
function inOrder(boxes: readonly Box[]): boolean {
  return boxes.every(({ y }, index) => index === 0 || y > (boxes[index - 1]?.y ?? 0))
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.width > 0 &&
    inner.x >= outer.x - 1 &&
    inner.x + inner.width <= outer.x + outer.width + 1 &&
    inner.y >= outer.y - 1 &&
    inner.y + inner.height <= outer.y + outer.height + 1
  )
}

/** The value of the option that a key currently selects. */
async function optionOf(page: Page, key: string): Promise<string | undefined> {
  const option = page.locator(`[data-option][aria-keyshortcuts="${key}"]`)
  return (await option.getAttribute('data-option')) ?? undefined
}

/** Press keys in immediate succession, without waiting for their effect. */
async function typeAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}

function submitted(intent: string | undefined): SavedAnswer[] {
  return [{ status: 'submitted', values: { intent } }]
}

/** The intents in the order of their options. */
function intentsOf({ questions }: DatasetPlan): string[] {
  return questions.flatMap(({ settings }) =>
    'options' in settings && settings.options ? settings.options.map(({ value }) => String(value)) : [],
  )
}

/** The number of the shown record. */
const number = (page: Page) => page.getByRole('textbox', { name: 'Go to record' }).inputValue()

/** In the page: press keys, some time after each other. */
async function pressInTurn({ keys, ms }: { keys: readonly string[]; ms: number }): Promise<void> {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await new Promise((done) => setTimeout(done, ms))
  }
}
