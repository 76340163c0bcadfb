import { describe, expect } from 'vitest'
import { eventually, journey } from './support/journey'
import { readSolutions, SOLVERS } from './support/real-data'
import { signIn } from './support/session'

describe('writing texts of a text2text dataset', () => {
  journey(
    'begins from a prediction, edits, validates and is read back [E5, R7]',
    async ({ page, context, product }) => {
      const headers = { 'x-argilla-workspace': 'default' }
      const params = Object({ name: 'solutions' })
      const solved = readSolutions().slice(0, 3)
      await product.owner('POST /api/datasets', {
        headers,
        body: { name: 'solutions', workspace: 'default', task: 'Text2Text' },
      })
      const records = solved.map(({ question, ...one }, id) => ({
        id,
        text: question,
        prediction: {
          agent: 'models',
          sentences: SOLVERS.map((solver, at) => ({ text: one[solver].solution, score: (at + 1) / 10 })),
        },
      }))
      await product.owner('POST /api/datasets/{name}/Text2Text:bulk', { params, headers, body: Object({ records }) })
      const stored = async () => {
        const body = Object({ query: { ids: [0] } })
        return (await product.owner('POST /api/datasets/{name}/Text2Text:search', { params, headers, body })).records[0]
      }
      await signIn(context, product)
      await page.goto('/datasets/default/solutions')
      const card = page.locator('article[data-record="0"]')
      const editor = card.getByRole('textbox', { name: 'Your text' })
      await editor.waitFor()
      const [first] = solved
      const [worst, , , best] = SOLVERS.map((solver) => first?.[solver].solution ?? '')
      expect(await editor.inputValue()).toBe(best)
      await card.getByText('Predicted, not touched').waitFor()

      await editor.click()
      await page.keyboard.press('Alt+4')
      await card.getByRole('button', { name: '10.00%', pressed: true }).waitFor()
      await page.keyboard.press('Alt+Enter')
      await eventually(() => editor.inputValue()).toBe(worst)
      await page.keyboard.press('Control+z')
      await eventually(() => editor.inputValue()).toBe(best)

      // A blank text is not validated.
      await editor.fill(' ')
      await page.keyboard.press('Shift+Enter')
      expect((await stored())?.status).toBe('Default')

      await editor.fill('')
      await page.keyboard.type('Twelve, written by hand')
      expect(await editor.inputValue()).toBe('Twelve, written by hand')
      await page.keyboard.press('Shift+Enter')
      await eventually(stored).toMatchObject({
        status: 'Validated',
        annotation: { sentences: [{ text: 'Twelve, written by hand', score: 1 }] },
      })
      await page.keyboard.press('Escape')
      await eventually(() => card.evaluate((element) => element === document.activeElement)).toBe(true)
    },
  )
})
