import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { eventually, journey, untilQuiet } from './support/journey'
import { look } from './support/look'
import { addPerson, seedDataset } from './support/seeds/seed'
import { newAnnotator, openSignedIn } from './support/session'
import { KIND } from './support/worlds'

const WHY = 'The card was lost on the way, so the bill cannot be about anything else.'

describe('the answers of others', () => {
  journey(
    'are shown to annotators after their own answer and never before, once a lead has chosen so',
    async ({ page, browser, product }) => {
      const others = await Promise.all(
        ['jonas', 'a-colleague-with-a-long-name'].map((name) => addPerson(product, name, 'annotator')),
      )
      const answersOf = [
        { kind: { value: 'Bill' }, sure: { value: 2 }, why: { value: WHY } },
        { kind: { value: 'Other' }, sure: { value: 1 } },
      ]
      const responses = others.map(({ id: user_id }, at) => ({
        ...{ user_id, status: 'submitted' as const },
        values: answersOf[at] ?? {},
      }))
      const dataset = await seedDataset(product, {
        name: 'others',
        fields: { text: false },
        order: 'file',
        questions: [
          KIND,
          {
            ...{ name: 'sure', title: 'How sure are you?', required: false },
            settings: { type: 'rating', options: [1, 2, 3].map((value) => ({ value })) },
          },
          { name: 'why', title: 'Why?', required: false, settings: { type: 'text', use_markdown: false } },
        ],
        records: ['r1', 'r2', 'r3'].map((id) => ({
          ...{ external_id: id, fields: { text: `I lost my card (${id})` } },
          responses,
        })),
      })
      const theirs = await newAnnotator(browser, product, 'anna')
      const annas = await theirs.newPage()
      const view = new AnnotationView(annas, dataset)
      const shown = annas.getByRole('region', { name: 'What others answered' })
      const showsNothing = async () => {
        await untilQuiet(annas)
        expect(await shown.count()).toBe(0)
      }

      await view.open()
      await view.option('Kind', 'Card').click()
      await view.submit.click()
      await view.nextAfter('r1')
      await view.untilMarked('All saved')
      await view.open('?status=submitted')
      expect(await view.shownId()).toBe('r1')
      await showsNothing()

      const settings = await openSignedIn(product, new SettingsView(page, dataset))
      const choice = settings
        .form('Answers per record')
        .getByText('Show annotators the answers of others after their own')
      await choice.click()
      await settings.update('Answers per record')
      await choice.scrollIntoViewIfNeeded()
      await look(page, 'others-answers-settings', { fullPage: true })

      await view.open()
      expect(await view.shownId()).toBe('r2')
      await showsNothing()
      await view.option('Kind', 'Other').click()
      await showsNothing()
      await view.submit.click()
      await view.nextAfter('r2')
      await showsNothing()
      await view.untilMarked('All saved')
      await view.queue('Submitted').click()
      await shown.waitFor()
      await eventually(() => shown.getByRole('definition').allTextContents()).toEqual([
        ...['Kind Bill', 'How sure are you? 2', `Why? ${WHY}`],
        ...['Kind Other', 'How sure are you? 1'],
      ])
      await expectAccessible(annas, 'the answers of others')
      await look(annas, 'others-answers-others', { fullPage: true })

      await choice.click()
      await settings.update('Answers per record')
      await view.open('?status=submitted')
      await showsNothing()
      await theirs.close()
    },
  )
})
