import { indexOffsets } from '@postil/domain/spans/code-points'
import { tokenize } from '@postil/domain/text/tokenize'
import { describe, expect } from 'vitest'
import { markingKeys } from '../bench/lib/marking-keys.mjs'
import { expectAccessible } from './support/accessibility'
import { untilSaved } from './support/annotating'
import { eventually, journey, newContext } from './support/journey'
import { MarkingView, PASSAGES, passagesPlan, spanOf } from './support/marking'
import type { Product } from './support/product'
import { ENTITY_LABELS, readThreeEntities } from './support/seeds/real-data'
import { type Seeded, seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'

const TEXT = 'Ada Lovelace met Charles Babbage in London.'
const KEYS = new Map<string, string>(ENTITY_LABELS.map((label, at) => [label, String(at + 1)]))
/** Slower than any double click. */
const SLOW_PRESS_MS = 700

/** Journeys of the owner, each with a text of its own. */
const marking = journey.extend<{ dataset: Seeded; view: MarkingView }>({
  dataset: async ({ product, task }, use) => use(await seedDataset(product, passagesPlan(task.id, [TEXT]))),
  view: async ({ page, product, dataset }, use) => {
    const view = await openSignedIn(product, new MarkingView(page, dataset))
    await use(view)
  },
})

/** Wait until exactly these marks of a text are submitted. */
async function untilMarked(
  product: Product,
  dataset: Seeded,
  spans: readonly ReturnType<typeof spanOf>[],
  passage = 0,
) {
  await untilSaved(product, dataset, `passage-${passage}`, [{ status: 'submitted', values: { entities: spans } }])
}

describe('marking by hand', () => {
  journey(
    'a drag with the mouse takes whole words in every script, stored in code points',
    async ({ page, context, product }) => {
      const dataset = await seedDataset(
        product,
        passagesPlan(
          'drag',
          PASSAGES.map(({ text }) => text),
        ),
      )
      await signIn(context, product)
      const view = new MarkingView(page, dataset)
      // Each by its link, since the order of the queue differs per user.
      for (const [index, { text, words }] of PASSAGES.entries()) {
        await view.open(`?record=${dataset.recordIds[index]}`)
        await view.drag(words)
        await view.choose('place', words)
        await page.keyboard.press('Enter')
        await untilMarked(product, dataset, [spanOf(text, words, 'place')], index)
      }
    },
  )

  marking(
    'a press on a word offers labels for it, and so does a double one',
    async ({ page, view, product, dataset }) => {
      const london = await view.pointIn('London', 'first')
      await page.mouse.click(london.x, london.y)
      await view.choose('place', 'London')
      const ada = await view.pointIn('Ada', 'first')
      await page.mouse.dblclick(ada.x, ada.y)
      await view.choose('person', 'Ada')
      // A double click counts even if its second event reaches a busy page late.
      const charles = await view.pointIn('Charles', 'first')
      const pageMs = () => page.evaluate(() => performance.now())
      await page.mouse.click(charles.x, charles.y)
      await page.mouse.down({ clickCount: 2 })
      const pressedMs = await pageMs()
      await eventually(async () => (await pageMs()) - pressedMs).toBeGreaterThan(SLOW_PRESS_MS)
      await page.mouse.up({ clickCount: 2 })
      await view.choose('event', 'Charles')
      await view.submit.click()
      await untilMarked(product, dataset, [
        spanOf(TEXT, 'Ada', 'person'),
        spanOf(TEXT, 'Charles', 'event'),
        spanOf(TEXT, 'London', 'place'),
      ])
    },
  )

  marking('marks are relabelled, removed and brought back', async ({ page, view, product, dataset }) => {
    await view.drag('Charles Babbage')
    await view.choose('place', 'Charles Babbage')
    // Captions make lines higher, so a mark moves the text: look up its position each time.
    const clickMark = async () => {
      const mark = await view.pointIn('Charles', 'first')
      await page.mouse.click(mark.x, mark.y)
    }
    // Change the label of a mark by clicking it.
    await clickMark()
    await view.choose('person', 'Charles Babbage')
    await view.listed('place', 'Charles Babbage').waitFor({ state: 'detached' })
    // Remove it by its own button, and undo.
    await view.listed('person', 'Charles Babbage').click()
    await view.listed('person', 'Charles Babbage').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await view.listed('person', 'Charles Babbage').waitFor()
    // Remove it from the menu, undo, redo, and undo once more.
    await clickMark()
    await view.menu('Charles Babbage').getByRole('button', { name: 'Remove the mark' }).click()
    await view.listed('person', 'Charles Babbage').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await view.listed('person', 'Charles Babbage').waitFor()
    await page.keyboard.press('Control+Shift+z')
    await view.listed('person', 'Charles Babbage').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await view.listed('person', 'Charles Babbage').waitFor()
    await view.submit.click()
    await untilMarked(product, dataset, [spanOf(TEXT, 'Charles Babbage', 'person')])
  })

  marking('the keyboard alone marks, extends, relabels and removes', async ({ page, view, product, dataset }) => {
    await view.text.and(page.locator(':focus')).waitFor()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    // Select the first two words, open the menu, and choose a label by its number.
    await press('Shift+ArrowRight', 'Enter')
    await view.menu('Ada Lovelace').locator('input:focus').waitFor()
    await press('1')
    await view.listed('person', 'Ada Lovelace').waitFor()
    await view.menu('Ada Lovelace').waitFor({ state: 'detached' })
    // Choose labels directly: by number, and by name.
    await view.text.and(page.locator(':focus')).waitFor()
    await press('End', '2')
    await view.listed('place', 'London').waitFor()
    await press('ArrowLeft', 'ArrowLeft', 'Enter')
    await view.menu('Babbage').locator('input:focus').waitFor()
    await page.keyboard.type('ev')
    await press('Enter')
    await view.listed('event', 'Babbage').waitFor()
    await view.text.and(page.locator(':focus')).waitFor()
    // Jump to the previous mark, and remove it.
    await press('Home', 'n', 'Delete')
    await view.listed('event', 'Babbage').waitFor({ state: 'detached' })
    await view.submit.click()
    await untilMarked(product, dataset, [spanOf(TEXT, 'Ada Lovelace', 'person'), spanOf(TEXT, 'London', 'place')])
  })

  journey(
    'thirty real sentences are marked by keyboard alone: three marks take eleven keys at most',
    async ({ page, product }) => {
      const sentences = readThreeEntities().flatMap(({ wanted: { text, spans } }) => {
        const index = indexOffsets(text)
        const words = tokenize(text)
        const wanted = spans.map(({ label, start, end }) => ({
          label,
          start: index.toUtf16(start),
          end: index.toUtf16(end),
        }))
        const isWhole = wanted.every(
          ({ start, end }) => words.some((word) => word.start === start) && words.some((word) => word.end === end),
        )
        const keyOf = (label: string) => KEYS.get(label) ?? ''
        const keys = isWhole ? markingKeys({ text, words, wanted, isResting: true }, keyOf) : []
        return isWhole ? [{ text, spans, keys }] : []
      })
      expect(sentences.length).toBeGreaterThan(25)
      const texts = sentences.map(({ text }) => text)
      const dataset = await seedDataset(product, passagesPlan('keys', texts, false, ENTITY_LABELS))
      const view = await openSignedIn(product, new MarkingView(page, dataset))
      for (let done = 0; done < sentences.length; done += 1) {
        const id = await view.shownId()
        const { keys = [] } = sentences[Number(id.replace('passage-', ''))] ?? {}
        await view.text.and(page.locator(':focus')).waitFor()
        expect(keys.length + 1).toBeLessThanOrEqual(11)
        for (const key of [...keys, 'Enter']) await page.keyboard.press(key)
        if (done < sentences.length - 1) await view.nextAfter(id)
      }
      for (const [at, { spans }] of sentences.entries()) await untilMarked(product, dataset, spans, at)
    },
  )

  journey(
    'other occurrences in a long text are outlined as they come into sight, marked all at once, and withdrawn by an undo',
    async ({ page, product }) => {
      const text = Array.from({ length: 400 }, (_, at) => `Letter ${at} was sent from Lagos to Calgary.`).join('\n')
      const dataset = await seedDataset(product, passagesPlan('occurrences', [text]))
      const view = await openSignedIn(product, new MarkingView(page, dataset))
      await view.text.and(page.locator(':focus')).waitFor()
      const chunks = view.text.locator(':scope > span')
      const count = await chunks.count()
      expect(count).toBeGreaterThan(10)
      const outlined = (chunk: number) => chunks.nth(chunk).locator('[data-start][data-kind="offered"]').count()
      await page.keyboard.press('1')
      await page.getByText('“Letter” occurs 399 more times in this text.').waitFor()
      await eventually(() => outlined(0)).toBeGreaterThan(0)
      await eventually(() => outlined(count - 1)).toBe(0)
      // Chunks get their true height as they come into sight, which moves the end of the text.
      await eventually(async () => {
        await chunks.last().scrollIntoViewIfNeeded()
        return outlined(count - 1)
      }).toBeGreaterThan(0)
      await eventually(() => outlined(0)).toBe(0)
      await page.keyboard.press('Control+z')
      await eventually(() => outlined(count - 1)).toBe(0)
      await page.keyboard.press('Home')
      await page.keyboard.press('1')
      await eventually(() => outlined(0)).toBeGreaterThan(0)
      await page.keyboard.press('Shift+M')
      await eventually(() => outlined(0)).toBe(0)
      await page.keyboard.press('Enter')
      const starts = Array.from(text.matchAll(/Letter/g), ({ index }) => index)
      await untilMarked(
        product,
        dataset,
        starts.map((start) => ({ label: 'person', start, end: start + 'Letter'.length })),
      )
    },
  )

  journey('a record without anything to mark takes two keys', async ({ page, product }) => {
    const dataset = await seedDataset(product, passagesPlan('nothing', [TEXT, TEXT]))
    const view = await openSignedIn(product, new MarkingView(page, dataset))
    await view.text.and(page.locator(':focus')).waitFor()
    await expectAccessible(page, 'span question, nothing said')
    const id = await view.shownId()
    await page.keyboard.press('0')
    await page.getByRole('button', { name: 'Nothing to mark', pressed: true }).waitFor()
    await expectAccessible(page, 'span question, nothing to mark')
    await page.keyboard.press('Enter')
    const next = await view.nextAfter(id)
    expect(next).not.toBe(id)
    await untilMarked(product, dataset, [], Number(id.replace('passage-', '')))
  })

  journey('the arrow keys go to the left in a text written from right to left', async ({ page, product }) => {
    const [, , arabic] = PASSAGES
    const text = arabic?.text ?? ''
    const words = tokenize(text).map(({ start, end }) => text.slice(start, end))
    const dataset = await seedDataset(product, passagesPlan('right-to-left', [text]))
    const view = await openSignedIn(product, new MarkingView(page, dataset))
    await view.text.and(page.locator(':focus')).waitFor()
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'Shift+ArrowLeft']) await page.keyboard.press(key)
    await page.keyboard.press('1')
    const marked = text.slice(text.indexOf(words[1] ?? ''), text.indexOf(words[2] ?? '') + (words[2]?.length ?? 0))
    await page.keyboard.press('Enter')
    await untilMarked(product, dataset, [spanOf(text, marked, 'person')])
  })

  journey('a paragraph has its own direction, in short and in long texts', async ({ page, product }) => {
    const text = 'She wrote:\nالتقت ليلى London أمس'
    const dataset = await seedDataset(product, passagesPlan('directions', [text, 'More words. '.repeat(2000) + text]))
    const view = await openSignedIn(product, new MarkingView(page, dataset))
    for (const isLast of [false, true]) {
      const id = await view.shownId()
      const [first = 0, last] = await view.text.evaluate((field) => {
        const walker = document.createTreeWalker(field, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) if (walker.currentNode.textContent?.includes('London')) break
        const node = walker.currentNode
        node.parentElement?.scrollIntoView()
        return ['ليلى', 'London'].map((word) => {
          const range = document.createRange()
          const at = node.textContent?.indexOf(word) ?? 0
          range.setStart(node, at)
          range.setEnd(node, at + word.length)
          return range.getBoundingClientRect().x
        })
      })
      expect(last, id).toBeLessThan(first)
      await page.keyboard.press('0')
      await page.keyboard.press('Enter')
      if (!isLast) await view.nextAfter(id)
    }
  })

  journey(
    'a click, a tap or Enter in marks that overlap changes the shortest of them; selected words get another one',
    async ({ browser, product, complaints }) => {
      const [outer, inner] = ['Lovelace met Charles Babbage', 'Charles Babbage']
      for (const hasTouch of [false, true]) {
        const dataset = await seedDataset(product, passagesPlan(`inside-${hasTouch}`, [TEXT], true))
        const viewport = hasTouch ? { width: 390, height: 844 } : { width: 1280, height: 800 }
        const context = await newContext(browser, product, { hasTouch, viewport })
        await signIn(context, product)
        const page = await context.newPage()
        complaints.watch(page)
        const view = new MarkingView(page, dataset)
        await view.open()
        await view.drag(outer)
        await view.choose('event', outer)
        // A selection inside a mark is a mark of its own.
        await view.drag(inner)
        await view.choose('place', inner)
        const { x, y } = await view.pointIn(inner, 'first')
        if (hasTouch) await page.touchscreen.tap(x, y)
        else await page.mouse.click(x, y)
        await view.choose('person', inner)
        await view.listed('place', inner).waitFor({ state: 'detached' })
        // By keyboard: the caret on a word that only the outer mark has.
        await view.text.focus()
        await page.keyboard.press('Home')
        for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
        await view.menu(outer).locator('input:focus').waitFor()
        await page.keyboard.press('2')
        await view.listed('place', outer).waitFor()
        await view.menu(outer).waitFor({ state: 'detached' })
        await view.submit.click()
        await untilMarked(product, dataset, [spanOf(TEXT, outer, 'place'), spanOf(TEXT, inner, 'person')])
        await context.close()
      }
    },
  )

  journey(
    'only the line that marks overlap on gets higher, and stays so high as long as they are no deeper',
    async ({ page, product }) => {
      const text = [
        TEXT.replace('London', 'Greater London'),
        'The second line,',
        'the third line,',
        'and the last one.',
      ].join('\n')
      const dataset = await seedDataset(product, passagesPlan('lines', [text], true))
      const view = await openSignedIn(product, new MarkingView(page, dataset))
      const mark = async (label: string, words: string) => {
        await view.drag(words)
        await view.choose(label, words)
      }
      const tops = async () =>
        Promise.all(['Ada', 'second', 'third', 'last'].map(async (word) => (await view.pointIn(word, 'first')).y))
      await mark('event', 'Lovelace met Charles Babbage')
      const flat = await tops()
      for (const words of ['met Charles Babbage', 'Charles Babbage']) await mark('person', words)
      const deep = await tops()
      const lower = (deep[1] ?? 0) - (flat[1] ?? 0)
      expect(lower).toBeGreaterThan(0)
      expect(deep).toEqual([flat[0], ...flat.slice(1).map((top) => top + lower)])
      // The captions are above the next line.
      const caption = view.text.locator('[data-caption]').last()
      const { y = 0, height = 0 } = (await caption.boundingBox()) ?? {}
      expect(y + height).toBeLessThan((deep[1] ?? 0) - 8)
      await mark('event', 'in Greater London')
      await mark('place', 'Greater London')
      expect(await tops()).toEqual(deep)
    },
  )

  journey(
    'a finger marks the word it taps, removes the mark, and takes that back',
    async ({ browser, product, complaints }) => {
      const [, , arabic] = PASSAGES
      const { text, words } = { text: arabic?.text ?? '', words: 'القاهرة' }
      const dataset = await seedDataset(product, passagesPlan('touch', [text]))
      const context = await newContext(browser, product, { hasTouch: true, viewport: { width: 390, height: 844 } })
      await signIn(context, product)
      const page = await context.newPage()
      complaints.watch(page)
      const view = new MarkingView(page, dataset)
      await view.open()
      const { x, y } = await view.pointIn(words, 'first')
      await page.touchscreen.tap(x, y)
      await view
        .menu(words)
        .getByRole('option', { name: /^place/ })
        .tap()
      await view.listed('place', words).waitFor()
      // A double tap removes it, and a button takes that back.
      const tapped = await view.pointIn(words, 'first')
      await page.touchscreen.tap(tapped.x, tapped.y)
      await page.touchscreen.tap(tapped.x, tapped.y)
      await view.listed('place', words).waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Undo the last change' }).tap()
      await view.listed('place', words).waitFor()
      await view.submit.tap()
      await untilMarked(product, dataset, [spanOf(text, words, 'place')])
      await context.close()
    },
  )

  journey(
    'where marks may overlap both stay; where not, the new one takes the place of the old one',
    async ({ page, context, product }) => {
      await signIn(context, product)
      for (const overlapping of [true, false]) {
        const dataset = await seedDataset(product, passagesPlan(`overlap-${overlapping}`, [TEXT], overlapping))
        const view = new MarkingView(page, dataset)
        await view.open()
        await view.drag('Lovelace met Charles')
        await view.choose('event', 'Lovelace met Charles')
        await view.drag('Charles Babbage in London')
        await view.choose('person', 'Charles Babbage in London')
        const first = view.listed('event', 'Lovelace met Charles')
        await first.waitFor({ state: overlapping ? 'visible' : 'detached' })
        await view.submit.click()
        const [old, added] = [
          spanOf(TEXT, 'Lovelace met Charles', 'event'),
          spanOf(TEXT, 'Charles Babbage in London', 'person'),
        ]
        await untilMarked(product, dataset, overlapping ? [old, added] : [added])
      }
    },
  )
})
