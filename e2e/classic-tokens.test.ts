import { indexOffsets } from '@postil/domain/spans/code-points'
import { describe, expect } from 'vitest'
import { markingKeys } from '../bench/lib/marking-keys.mjs'
import { expectAccessible } from './support/accessibility'
import { ExplorePage } from './support/exploring'
import { eventually, journey } from './support/journey'
import { dragIn, pointIn } from './support/marking'
import { ENTITY_LABELS, readThreeEntities, type TaggedSentence } from './support/seeds/real-data'
import { seedTokens, type TokenRecord, type TokenWorld, tokenRecord } from './support/seeds/seed-tokens'
import { openSignedIn } from './support/session'

/** The page of a token classification dataset, with the actions of a user. */
class TokenPage extends ExplorePage<TokenRecord> {
  constructor(
    page: ExplorePage['page'],
    readonly tokens: TokenWorld,
  ) {
    super(page, tokens)
  }

  text(id: string | number) {
    return this.card(id).getByRole('group', { name: /^Text to mark/ })
  }

  /** The texts of the marks of one kind in a card. */
  marks(id: string | number, kind: string) {
    return this.card(id).locator(`[data-kind="${kind}"][data-start]`).allTextContents()
  }

  menu(words: string) {
    return this.page.getByRole('dialog', { name: `Label for “${words}”`, exact: true })
  }

  async choose(words: string, label: string): Promise<void> {
    await this.menu(words)
      .getByRole('option', { name: new RegExp(`^${label}`) })
      .click()
    await this.menu(words).waitFor({ state: 'detached' })
  }

  async click(id: string | number, words: string): Promise<void> {
    const { x, y } = await pointIn(this.text(id), words, 'first')
    await this.page.mouse.click(x, y)
  }

  annotated(id: string | number) {
    return this.tokens.annotated(id)
  }
}

describe('marking tokens with the mouse', () => {
  const text = '🙂 Ana Pérez left Calgary 🇨🇦 for Lagos ; Calgary waits for Ana Pérez'
  const entity = (words: string, label: string, score = 0.9) => {
    const start = [...text.slice(0, text.indexOf(words))].length
    return { start, end: start + [...words].length, label, score }
  }
  const records = [
    {
      id: 'a',
      text,
      tokens: text.split(' '),
      prediction: { agent: 'tagger', entities: [entity('Ana Pérez', 'person'), entity('Lagos', 'person', 0.4)] },
    },
    { id: 'b', text: 'Nobody is named here', tokens: ['Nobody', 'is', 'named', 'here'] },
    {
      id: 'c',
      text: 'Paris met Paris',
      tokens: ['Paris', 'met', 'Paris'],
      annotation: { agent: 'eva', entities: [{ start: 10, end: 15, label: 'person', score: 1 }] },
      prediction: { agent: 'tagger', entities: [{ start: 0, end: 5, label: 'location', score: 0.7 }] },
    },
  ]

  journey(
    'begins with the annotated entities, else the predicted ones; labels and colours in schema order [E6, E14, K6, R7]',
    async ({ page, product }) => {
      const labels = ['person', 'location', ...Array.from({ length: 50 }, (_, at) => `kind-${at}`)]
      const world = await seedTokens(product, 'begins', { records, labels })
      const view = await openSignedIn(product, new TokenPage(page, world))
      await view.text('a').waitFor()
      await eventually(() => view.marks('a', 'prefilled')).toEqual(['Ana Pérez', 'Lagos'])
      expect(await view.marks('b', 'prefilled')).toEqual([])
      expect(await view.marks('c', 'chosen')).toEqual(['Paris'])
      expect(await view.marks('c', 'suggested')).toEqual(['Paris'])
      const legend = page.getByRole('group', { name: 'Active label' })
      const chips = legend.getByRole('button')
      expect(await chips.count()).toBe(11)
      await legend.getByRole('button', { name: '+42' }).click()
      expect((await chips.allTextContents()).slice(0, 12)).toEqual(
        [...'1234567890AB'].map((key, at) => `${key}${labels[at]}`),
      )
      const tints = await chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('style')))
      expect(tints[1]).not.toBe(tints[0])
      // The colours repeat from the 51st label on.
      expect([tints[50], tints[51]]).toEqual([tints[0], tints[1]])
    },
  )

  journey('takes labels from the data when there is no schema [E14]', async ({ page, product, complaints }) => {
    // The settings request is answered with 404.
    complaints.expect(/status of 404 /)
    const world = await seedTokens(product, 'schemaless', { records, labels: [] })
    await openSignedIn(product, new TokenPage(page, world))
    const chips = page.getByRole('group', { name: 'Active label' }).getByRole('button')
    await eventually(async () => (await chips.allTextContents()).map((chip) => chip.slice(1)).toSorted()).toEqual([
      'location',
      'person',
    ])
  })

  journey(
    'snaps to tokens, replaces what is touched, undoes, removes and validates; offsets count code points [T2, T3, T5]',
    async ({ page, product }) => {
      const world = await seedTokens(product, 'mouse', { records, labels: ['person', 'location'] })
      const view = await openSignedIn(product, new TokenPage(page, world))
      await view.text('a').waitFor()
      await expectAccessible(page, 'token classification, annotate')

      // From the middle of one word to the middle of another: both are marked entirely.
      await dragIn(page, view.text('a'), 'Calgary 🇨🇦 for Lagos')
      await view.menu('Calgary 🇨🇦 for Lagos').waitFor()
      await expectAccessible(page, 'token classification, menu')
      await page.keyboard.press('2')
      await view.menu('Calgary 🇨🇦 for Lagos').waitFor({ state: 'detached' })
      await eventually(() => view.card('a').getAttribute('data-status')).toBe('Edited')
      // The new mark has replaced the prediction, which undo restores.
      await view.told('1 mark was replaced.')
      await view.button('Undo').click()
      await eventually(() => view.marks('a', 'prefilled')).toEqual(['Ana Pérez', 'Lagos'])

      // Undone by key, it is not offered any more; the message would stay longer by itself.
      await view.button('Undo').waitFor({ state: 'detached' })
      await dragIn(page, view.text('a'), 'Calgary 🇨🇦 for Lagos')
      await view.menu('Calgary 🇨🇦 for Lagos').waitFor()
      await page.keyboard.press('2')
      await view.button('Undo').waitFor()
      await page.keyboard.press('Control+z')
      await eventually(() => view.marks('a', 'prefilled')).toEqual(['Ana Pérez', 'Lagos'])
      await view.button('Undo').waitFor({ state: 'detached', timeout: 4000 })

      // A click on a predicted entity changes it.
      await view.click('a', 'Lagos')
      await view.choose('Lagos', 'location')
      await dragIn(page, view.text('a'), 'Calgary')
      await view.menu('Calgary').waitFor()
      // Space chooses the first entry, the label used last.
      await page.keyboard.press(' ')
      const offer = view.card('a').getByText('“Calgary” occurs once more in this text.')
      await offer.waitFor()
      // After an undo, no other occurrences are offered.
      await page.keyboard.press('Control+z')
      await offer.waitFor({ state: 'detached' })
      await dragIn(page, view.text('a'), 'Calgary')
      await view.menu('Calgary').waitFor()
      await page.keyboard.press(' ')
      await offer.waitFor()
      await view.on('a', /^Mark it too/).click()
      await view.on('a', 'Validate').click()
      await view.untilStored('a', { status: 'Validated' })
      expect(await view.annotated('a')).toEqual([
        ['Ana Pérez', 'person'],
        ['Calgary', 'location'],
        ['Lagos', 'location'],
        ['Calgary', 'location'],
      ])

      // Remove a mark, reset the record, and clear it.
      await view.click('a', 'Lagos')
      await view
        .menu('Lagos')
        .getByRole('button', { name: /^Remove the mark/ })
        .click()
      await eventually(() => view.card('a').getAttribute('data-status')).toBe('Edited')
      await view.on('a', 'Reset').click()
      await eventually(() => view.card('a').getAttribute('data-status')).toBe('Validated')
      await view.on('a', 'Clear').click()
      await eventually(() => view.annotated('a')).toBeUndefined()

      // Validating a record without prediction states that it has no entities; with one, it accepts the prediction.
      await view.on('b', 'Validate without a label').click()
      await view.untilStored('b', { status: 'Validated' })
      expect(await view.annotated('b')).toEqual([])
      await view.on('a', 'Validate').click()
      await view.untilStored('a', { status: 'Validated' })
      expect(await view.annotated('a')).toEqual([
        ['Ana Pérez', 'person'],
        ['Lagos', 'person'],
      ])

      // With an active label, selections are marked without a menu.
      await page
        .getByRole('group', { name: 'Active label' })
        .getByRole('button', { name: /location/ })
        .click()
      await view.click('c', 'Paris')
      await eventually(() => view.marks('c', 'both')).toEqual(['Paris'])
    },
  )

  journey(
    'counts marks that lie over each other, removes with a double click, and chooses among occurrences',
    async ({ page, product }) => {
      const words = 'Ana met Ana Pérez and Ana and Ana'
      const at = (start: number, end: number, label: string) => ({ start, end, label, score: 1 })
      const overlapping = {
        id: 'o',
        text: words,
        tokens: words.split(' '),
        annotation: { agent: 'eva', entities: [at(8, 17, 'person'), at(8, 11, 'location'), at(0, 3, 'person')] },
      }
      const world = await seedTokens(product, 'overlaps', { records: [overlapping], labels: ['person', 'location'] })
      const view = await openSignedIn(product, new TokenPage(page, world))
      const badge = view.on('o', '2 marks here: person, location')
      await badge.waitFor()
      expect(await view.text('o').textContent()).toBe(words)
      await expectAccessible(page, 'token classification, overlapping marks')
      await badge.click()
      await view.menu('Ana').getByRole('button', { name: 'Remove location: Ana', exact: true }).click()
      await badge.waitFor({ state: 'detached' })

      const { x, y } = await pointIn(view.text('o'), 'Ana', 'first')
      await page.mouse.dblclick(x, y)
      await eventually(() => view.marks('o', 'chosen')).toEqual(['Ana Pérez'])
      expect(await page.getByRole('dialog').count()).toBe(0)

      await view.click('o', 'Ana')
      await view.choose('Ana', 'person')
      await view.on('o', /^Mark all 2/).waitFor()
      await view.on('o', 'Choose').click()
      const places = view.card('o').getByRole('list', { name: 'Where it occurs' }).getByRole('checkbox')
      expect(await places.count()).toBe(2)
      await places.first().uncheck()
      await view.on('o', /^Mark it too/).click()
      await view.on('o', 'Validate').click()
      await view.untilStored('o', { status: 'Validated' })
      expect(await view.annotated('o')).toEqual([
        ['Ana', 'person'],
        ['Ana Pérez', 'person'],
        ['Ana', 'person'],
      ])
      const [, , last] = (await world.record('o')).annotation?.entities ?? []
      expect(last?.start).toBe(words.lastIndexOf('Ana'))
    },
  )

  journey('breaks the line of predictions outside of the scores that are filtered for', async ({ page, product }) => {
    const world = await seedTokens(product, 'scores', { records, labels: ['person', 'location'] })
    const view = await openSignedIn(
      product,
      new TokenPage(page, world),
      `?query=${encodeURIComponent('{"score":{"from":0.5,"to":1}}')}`,
    )
    const predicted = (which: string) => view.card('a').locator(`[data-predicted="${which}"]`).allTextContents()
    await eventually(() => predicted('inside')).toEqual(['Ana Pérez'])
    expect(await predicted('outside')).toEqual(['Lagos'])
  })

  journey('adds a label in the legend, and marks with it at once', async ({ page, product }) => {
    const world = await seedTokens(product, 'new-label', { records: records.slice(1, 2), labels: ['person'] })
    const view = await openSignedIn(product, new TokenPage(page, world))
    await view.button('Add labels').click()
    await page.getByRole('textbox', { name: 'New labels' }).fill('river')
    await page.keyboard.press('Enter')
    await view.told('The labels are updated!')
    await view.click('b', 'Nobody')
    await view.menu('Nobody').waitFor()
    await page.keyboard.press('2')
    await view.on('b', 'Validate').click()
    await view.untilStored('b', { status: 'Validated' })
    expect(await view.annotated('b')).toEqual([['Nobody', 'river']])
  })

  journey('marks words in all records that match, and takes it back', async ({ page, product }) => {
    const sentences = ['Ana went home', 'Who saw Ana ?', 'Anabel and Ana and Ana', 'nobody', 'Ana is done']
    const records = sentences.map((sentence, id) => ({
      id,
      text: sentence,
      tokens: sentence.split(' '),
      ...(id === 4 ? { status: 'Validated', annotation: { agent: 'eva', entities: [] } } : {}),
    }))
    const world = await seedTokens(product, 'everywhere', { records, labels: ['person', 'location'] })
    const view = await openSignedIn(product, new TokenPage(page, world))
    await view.click(0, 'Ana')
    await view.choose('Ana', 'person')
    await view.click(1, 'Ana')
    await view.choose('Ana', 'location')
    await view.click(0, 'Ana')
    await view.menu('Ana').getByRole('button', { name: 'Mark it in all records that match' }).click()
    await view.button('Change them').click()
    await view.told('1 record is changed')
    await view.untilStored(2, { status: 'Edited' })
    expect(await view.annotated(2)).toEqual([
      ['Ana', 'person'],
      ['Ana', 'person'],
    ])
    // Validated records, and texts with other marks, stay unchanged.
    expect(await view.annotated(4)).toEqual([])
    await eventually(() => view.marks(1, 'chosen')).toEqual(['Ana'])
    await view.button('Undo').click()
    await view.untilStored(2, { status: 'Default' })
    expect((await world.record(2)).annotation ?? null).toBeNull()
  })

  journey('shows what is mentioned, and searches for it', async ({ page, product }) => {
    const world = await seedTokens(product, 'mentions')
    const view = await openSignedIn(product, new TokenPage(page, world))
    await view.button('Stats').click()
    const mentions = page.getByRole('region', { name: 'Mentions' })
    await mentions.getByRole('list').first().getByRole('button').first().click()
    await eventually(() => Object.keys(view.address())).toContain('query')
  })
})

describe('marking tokens with the keyboard alone', () => {
  journey(
    'reaches, marks and shows both ends of a record of 20,000 tokens with 2,000 entities',
    { timeout: 120_000 },
    async ({ page, product }) => {
      const tokens = Array.from({ length: 20_000 }, (_, at) => (at % 10 === 0 ? `Name${at}` : `word${at % 7}`))
      const entities: { start: number; end: number; label: string; score: number }[] = []
      let start = 0
      for (const [at, token] of tokens.entries()) {
        if (at % 10 === 0) entities.push({ start, end: start + token.length, label: 'person', score: 1 })
        start += token.length + 1
      }
      const records = [{ id: 'long', text: tokens.join(' '), tokens, annotation: { agent: 'eva', entities } }]
      const world = await seedTokens(product, 'long', { records })
      const view = await openSignedIn(product, new TokenPage(page, world))
      await view.text('long').waitFor()
      expect((await view.marks('long', 'chosen')).length).toBe(2000)
      await view.card('long').focus()
      await page.keyboard.press('End')
      await page.keyboard.press('3')
      const last = view.card('long').locator('[data-start][data-kind]').last()
      await eventually(() => last.textContent()).toBe(tokens.at(-1) ?? '')
      // The mark with the keyboard caret is scrolled into view.
      await eventually(async () => {
        const [mark, card] = await Promise.all([last.boundingBox(), view.card('long').boundingBox()])
        return mark && card && mark.y > card.y && mark.y + mark.height < card.y + card.height
      }).toBe(true)
      await page.keyboard.press('Home')
      await page.keyboard.press('Delete')
      await eventually(async () => (await view.marks('long', 'chosen')).length).toBe(2000)
      await view.on('long', 'Validate').click()
      await view.untilStored('long', { status: 'Validated' })
      const annotated = await view.annotated('long')
      expect([annotated?.[0], annotated?.at(-1)]).toEqual([
        ['Name10', 'person'],
        [tokens.at(-1), 'group'],
      ])
    },
  )

  journey(
    'marks 30 real sentences of three entities, a system having predicted some: at most twelve keys each',
    { timeout: 240_000 },
    async ({ page, product }) => {
      const sentences = readThreeEntities()
      const records = sentences.map(({ wanted, predicted }, id) => tokenRecord(id, wanted.text, predicted.spans))
      const world = await seedTokens(product, 'keyboard', { records })
      const view = await openSignedIn(
        product,
        new TokenPage(page, world),
        `?pagination=${encodeURIComponent('{"size":50,"page":1}')}`,
      )
      await eventually(() => view.cards.count()).toBe(30)
      await view.text(0).waitFor()
      await view.cards.first().focus()
      for (const id of await view.ids()) {
        const sentence = sentences[Number(id)]
        if (!sentence) throw new Error(`No sentence ${id}`)
        await eventually(() => view.card(id).evaluate((card) => card.contains(document.activeElement))).toBe(true)
        const keys = [...keysFor(sentence), 'Enter']
        expect(keys.length).toBeLessThanOrEqual(12)
        for (const key of keys) await page.keyboard.press(key)
      }
      await eventually(() => world.count('Validated')).toBe(30)
      for (const [id, { wanted }] of sentences.entries()) {
        const characters = [...wanted.text]
        const expected = wanted.spans.map(({ start, end, label }) => [characters.slice(start, end).join(''), label])
        expect(await view.annotated(id)).toEqual(expected)
      }
    },
  )
})

const KEYS = new Map<string, string>(ENTITY_LABELS.map((label, at) => [label, String(at + 1)]))

/** The keys that an experienced user presses: correct predictions are left as they are. */
function keysFor({ wanted, predicted }: ReturnType<typeof readThreeEntities>[number]): string[] {
  const { text } = wanted
  const inUnits = ({ label, start, end }: TaggedSentence['spans'][number]) => {
    const index = indexOffsets(text)
    return { label, start: index.toUtf16(start), end: index.toUtf16(end) }
  }
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const marks = predicted.spans.map(inUnits)
  return markingKeys({ text, words, wanted: wanted.spans.map(inUnits), marks }, (label) => KEYS.get(label) ?? '')
}
