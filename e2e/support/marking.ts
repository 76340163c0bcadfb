import type { Locator, Page } from 'playwright-core'
import { AnnotationView } from './annotating'
import type { DatasetPlan } from './seeds/seed'

/** A position in the viewport, in px. */
export interface Point {
  x: number
  y: number
}

/** A text in one of the world's scripts, and a range of it to mark. */
export interface Passage {
  text: string
  /** The range to drag over, from inside its first word to inside its last one. */
  words: string
}

/** Spans are counted in code points: in each of these texts, counting anything else gives other offsets. */
export const PASSAGES: readonly Passage[] = [
  { text: 'Ada Lovelace met Charles Babbage in London.', words: 'Lovelace met Charles' },
  { text: '👩‍👩‍👧‍👦 Ana 🇪🇹 visited Ayọ̀mídé 🙂 in Lagos 🇳🇬', words: 'Ana 🇪🇹 visited Ayọ̀mídé' },
  { text: 'التقت ليلى بأحمد في القاهرة أمس، ثم سافرت.', words: 'ليلى بأحمد في القاهرة' },
  { text: 'कल सीता दिल्ली में राम से मिली।', words: 'सीता दिल्ली में' },
  { text: '昨日、田中さんは東京都へ行きました。', words: '東京都' },
]

const LABELS: readonly string[] = ['person', 'place', 'event']

/** The plan of a dataset whose only question is a span question. */
export function passagesPlan(
  name: string,
  texts: readonly string[],
  overlapping = false,
  labels = LABELS,
): DatasetPlan {
  const options = labels.map((value) => ({ value, text: value, description: null }))
  return {
    name,
    fields: { text: false },
    questions: [
      {
        name: 'entities',
        settings: { type: 'span', field: 'text', allow_overlapping: overlapping, options },
      },
    ],
    records: texts.map((text, index) => ({ fields: { text }, external_id: `passage-${index}` })),
  }
}

/** A range of a text as a span in the API's format, in code points. */
export function spanOf(text: string, words: string, label: string) {
  const at = text.indexOf(words)
  if (at < 0) throw new Error(`“${words}” is not in “${text}”.`)
  const start = [...text.slice(0, at)].length
  return { label, start, end: start + [...words].length }
}

/** The annotation view of a dataset with a span question, with the actions of a user. */
export class MarkingView extends AnnotationView {
  /** The text to mark. */
  get text(): Locator {
    return this.page.getByRole('group', { name: /^Text to mark/ })
  }

  /** The menu of labels for the selected words. */
  menu(words: string): Locator {
    return this.page.getByRole('dialog', { name: `Label for “${words}”`, exact: true })
  }

  /** A mark in the list below the question; clicking it removes the mark. */
  listed(label: string, words: string): Locator {
    return this.page.getByRole('button', { name: `Remove ${label}: ${words}`, exact: true })
  }

  /** A label of the question. */
  label(name: string): Locator {
    return this.page.getByRole('group', { name: /^Labels of/ }).getByRole('checkbox', { name: new RegExp(`^${name}`) })
  }

  /** Choose a label in the menu for these words. */
  async choose(label: string, words: string): Promise<void> {
    await this.menu(words)
      .getByRole('option', { name: new RegExp(`^${label}`) })
      .click()
    await this.menu(words).waitFor({ state: 'detached' })
    await this.listed(label, words).waitFor()
  }

  /** Drag over these words with the mouse, from the middle of the first one to the middle of the last one. */
  drag(words: string): Promise<void> {
    return dragIn(this.page, this.text, words)
  }

  /** A point on the character in the middle of the first or last of some words of the text. */
  pointIn(words: string, which: 'first' | 'last'): Promise<Point> {
    return pointIn(this.text, words, which)
  }
}

/** Drag over words of a text with the mouse, from the middle of the first one to the middle of the last one. */
export async function dragIn(page: Page, text: Locator, words: string): Promise<void> {
  const [from, to] = await Promise.all([pointIn(text, words, 'first'), pointIn(text, words, 'last')])
  const { mouse } = page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await mouse.move(to.x, to.y)
  await mouse.up()
}

/** A point on the character in the middle of the first or last of some words of a text. */
export async function pointIn(text: Locator, words: string, which: 'first' | 'last'): Promise<Point> {
  await text.waitFor()
  // In another font, characters have other positions.
  await text.page().evaluate(async () => void (await document.fonts.ready))
  return text.evaluate(
    (root, wanted) => {
      const pieces: { node: Text; start: number }[] = []
      let whole = ''
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!(node instanceof Text)) continue
        pieces.push({ node, start: whole.length })
        whole += node.data
      }
      const at = whole.indexOf(wanted.words)
      if (at < 0) throw new Error(`The text on the screen is “${whole}”.`)
      const list = [...new Intl.Segmenter('en', { granularity: 'word' }).segment(wanted.words)].filter(
        ({ isWordLike }) => isWordLike,
      )
      const word = wanted.which === 'first' ? list[0] : list.at(-1)
      if (!word) throw new Error(`“${wanted.words}” has no word.`)
      const clusters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(word.segment)]
      const cluster = clusters[Math.floor((clusters.length - 1) / 2)]
      const begin = at + word.index + (cluster?.index ?? 0)
      const piece = pieces.findLast(({ start }) => start <= begin)
      if (!piece || !cluster) throw new Error('The text has no characters.')
      const range = document.createRange()
      range.setStart(piece.node, begin - piece.start)
      range.setEnd(piece.node, Math.min(begin - piece.start + cluster.segment.length, piece.node.data.length))
      const { left, top, width, height } = range.getBoundingClientRect()
      return { x: left + width / 2, y: top + height / 2 }
    },
    { words, which },
  )
}
