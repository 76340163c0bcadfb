import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey } from './support/journey'
import { SOLVERS } from './support/seeds/real-data'
import { seedSolutions } from './support/seeds/seed-solutions'
import { signIn } from './support/session'

describe('writing texts of a text2text dataset', () => {
  journey('opens at its first record, whatever each record shows', async ({ page, context, product }) => {
    const { path } = await seedSolutions(product, 'many-solutions', 8)
    await signIn(context, product)
    await page.goto(path)
    const cards = page.locator('article[data-record]')
    await cards.last().getByRole('tab').first().waitFor()
    expect((await cards.first().boundingBox())?.y).toBeGreaterThan(0)
  })

  journey(
    'begins from a prediction, edits, validates, goes on to the next record and is read back [E5, R7]',
    async ({ page, context, product }) => {
      const { solved, stored, path } = await seedSolutions(product, 'solutions', 3)
      await signIn(context, product)
      await page.goto(path)
      const cardOf = (id: number) => page.locator(`article[data-record="${id}"]`)
      const editorOf = (id: number) => cardOf(id).getByRole('textbox', { name: 'Your text' })
      const hasFocus = (id: number) => editorOf(id).evaluate((element) => element === document.activeElement)
      const [card, editor] = [cardOf(0), editorOf(0)]
      await editor.waitFor()
      const [first, second] = solved
      const [worst, , , best] = SOLVERS.map((solver) => first?.[solver].solution ?? '')
      expect(await editor.inputValue()).toBe(best)
      await card.getByText('Predicted by 175b_verification, unchanged').waitFor()
      await expectAccessible(page, 'text2text, annotate')

      // One tab per agent, best first; the selected text is shown beside the editor.
      const tabs = card.getByRole('tab')
      expect(await tabs.allTextContents()).toEqual([
        '40.00%175b_verification',
        '30.00%175b_finetuning',
        '20.00%6b_verification',
        '10.00%6b_finetuning',
      ])
      await editor.click()
      await page.keyboard.press('Alt+4')
      await card.getByRole('tab', { name: /6b_finetuning/, selected: true }).waitFor()
      await card.getByText('4 of 4').waitFor()
      expect(await card.getByRole('tabpanel').textContent()).toBe(worst)
      await tabs.last().focus()
      await page.keyboard.press('ArrowLeft')
      await card.getByText('3 of 4').waitFor()
      await card.getByRole('button', { name: 'Next prediction' }).click()
      await card.getByText('4 of 4').waitFor()

      // The prediction is copied into the editor, and undone.
      await editor.focus()
      await page.keyboard.press('Alt+Enter')
      await eventually(() => editor.inputValue()).toBe(worst)
      await card.getByText('Your text, as predicted by 6b_finetuning').waitFor()
      await page.keyboard.press('Control+z')
      await eventually(() => editor.inputValue()).toBe(best)

      // Changes are marked: as insertions in the text, and as deletions in the prediction.
      await page.keyboard.press('Control+End')
      await page.keyboard.type(' indeed')
      await card.getByText('Edited from 175b_verification').waitFor()
      expect((await card.locator('mark').allTextContents()).join('')).toContain('indeed')
      await page.keyboard.press('Alt+1')
      expect(await card.locator('del').count()).toBe(0)
      await page.keyboard.press('Control+Home')
      await page.keyboard.press('Control+Delete')
      await eventually(() => card.locator('del').count()).toBe(1)
      await expectAccessible(page, 'text2text, edited')

      // A blank text cannot be validated.
      await editor.fill(' ')
      await page.keyboard.press('Shift+Enter')
      expect((await stored(0))?.status).toBe('Default')
      expect(await hasFocus(0)).toBe(true)

      await editor.fill('')
      await page.keyboard.type('Twelve, written by hand')
      expect(await editor.inputValue()).toBe('Twelve, written by hand')
      await card.getByText('Your text', { exact: true }).waitFor()
      await page.keyboard.press('Shift+Enter')
      await eventually(() => stored(0)).toMatchObject({
        status: 'Validated',
        annotation: { sentences: [{ text: 'Twelve, written by hand', score: 1 }] },
      })

      // The focus moves to the next record, to the end of its text: its untouched prediction is accepted, and the one after it is skipped.
      await eventually(() => hasFocus(1)).toBe(true)
      const caret = await page.evaluate(() => {
        const editor = document.activeElement
        return editor instanceof HTMLTextAreaElement && [editor.selectionStart, editor.value.length]
      })
      expect(caret).toEqual([
        second?.['175b_verification'].solution.length,
        second?.['175b_verification'].solution.length,
      ])
      await page.keyboard.press('Alt+ArrowDown')
      await eventually(() => hasFocus(2)).toBe(true)
      await page.keyboard.press('Alt+ArrowUp')
      await eventually(() => hasFocus(1)).toBe(true)
      await page.keyboard.press('Shift+Enter')
      await eventually(() => stored(1)).toMatchObject({
        status: 'Validated',
        annotation: { sentences: [{ text: second?.['175b_verification'].solution, score: 1 }] },
      })
      await eventually(() => hasFocus(2)).toBe(true)
      await page.keyboard.press('Escape')
      await eventually(() => cardOf(2).evaluate((element) => element === document.activeElement)).toBe(true)

      // The card lists the keys, and handles them even while its editor has no focus.
      await page.keyboard.press('Alt+4')
      await page.keyboard.press('Alt+Enter')
      await eventually(() => editorOf(2).inputValue()).toBe(solved[2]?.[SOLVERS[0] ?? ''].solution)
      await eventually(() => hasFocus(2)).toBe(true)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Shift+Enter')
      await eventually(() => stored(2)).toMatchObject({ status: 'Validated' })
    },
  )

  journey('twelve problems are solved by keyboard alone', async ({ page, context, product }) => {
    const { solved, stored, path } = await seedSolutions(product, 'by-keyboard', 12)
    await signIn(context, product)
    await page.goto(`${path}?pagination=${encodeURIComponent('{"size":20,"page":1}')}`)
    const editors = page.getByRole('textbox', { name: 'Your text' })
    await eventually(() => editors.count()).toBe(12)
    const ids = await page
      .locator('article[data-record]')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-record'))))
    await editors.first().focus()
    // In turns: accept the prediction, copy another one, and edit the text.
    const textOf = new Map<number, string>()
    for (const [at, id] of ids.entries()) {
      await eventually(() =>
        page.evaluate(() => document.activeElement?.closest('[data-record]')?.getAttribute('data-record')),
      ).toBe(String(id))
      const [, , third, best] = SOLVERS.map((solver) => solved[id]?.[solver].solution ?? '')
      if (at % 3 === 1) {
        await page.keyboard.press('Alt+2')
        await page.keyboard.press('Alt+Enter')
      }
      if (at % 3 === 2) {
        await page.keyboard.press('Control+End')
        await page.keyboard.type(' Checked.')
      }
      textOf.set(id, [best, third, `${best} Checked.`][at % 3] ?? '')
      await page.keyboard.press('Shift+Enter')
    }
    for (const [id, text] of textOf)
      await eventually(() => stored(id)).toMatchObject({ status: 'Validated', annotation: { sentences: [{ text }] } })
  })
})
