import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ExplorePage } from './support/exploring'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { seedAnnotated } from './support/seeds/seed-classic'
import { openSignedIn } from './support/session'

const QUERY = 'card AND (lost OR stolen)'
const RULES = '?viewMode=labelling-rules'
const refused = (status: number) => new RegExp(`status of ${status} `)

const figures = (page: Page) => page.getByRole('region', { name: 'How good it is' })
const panel = (page: Page) => page.getByRole('region', { name: 'This rule' })

describe('labelling rules', () => {
  journey(
    'are written with their figures in sight, saved, changed, refreshed and deleted [T11, K8, X9, X10]',
    async ({ page, product, complaints }) => {
      const { world, rules, total } = await seedAnnotated(product, 'rules-written')
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.button('Rules').click()
      await page.getByText('Type a query in the search box to see what it hits.').waitFor()
      await expectAccessible(page, 'rules, no query')

      await view.button(/^Manage 0/).click()
      await page.getByText('No rules yet').waitFor()
      await view.button('Refresh').first().click()
      await view.told('No rules info found')
      await view.button('Back to writing rules').first().click()

      await view.search(QUERY)
      const hits = await total({ query_text: QUERY })
      expect(hits).toBeGreaterThan(5)
      await panel(page).getByText(`${hits} of 2,000 records hit`).waitFor()
      await panel(page).getByRole('searchbox').fill('lost_or_stolen_card')
      await panel(page).getByRole('button', { name: 'lost_or_stolen_card' }).click()
      const correct = await total({ query_text: QUERY, annotated_as: ['lost_or_stolen_card'] })
      const judged = await total({ query_text: QUERY, status: ['Validated'] })
      expect(correct).toBeGreaterThan(0)
      expect(correct).toBeLessThan(judged)
      await figures(page).getByText(`${correct} of ${judged}`).waitFor()
      await figures(page).getByText(`${hits} of 2,000`).waitFor()
      await expectAccessible(page, 'rules, a rule')

      // The records that the rule labels incorrectly are one click away; the URL leads back to them.
      await page.getByText(`Incorrect ${judged - correct}`, { exact: true }).click()
      await page.getByText(`${judged - correct} records`, { exact: true }).waitFor()
      await page.reload()
      await page.getByText(`${judged - correct} records`, { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Remove Rules = / }).click()

      await panel(page).getByRole('searchbox').fill('lost_or_stolen_card')
      await panel(page).getByRole('button', { name: 'lost_or_stolen_card' }).click()
      await page.keyboard.press('Control+s')
      await panel(page).getByText('This rule is saved.').waitFor()
      complaints.expect(refused(409))
      await panel(page).getByRole('searchbox').fill('compromised_card')
      await panel(page).getByRole('button', { name: 'compromised_card' }).click()
      await view.button(/^Update the rule/).press('Enter')
      const saved = panel(page).getByText('This rule is saved.')
      await saved.waitFor()
      await eventually(() => saved.evaluate((note) => note === document.activeElement)).toBe(true)
      expect((await rules()).map(({ query, labels }) => [query, labels])).toEqual([
        [QUERY, ['lost_or_stolen_card', 'compromised_card']],
      ])

      await view.button(/^Manage 1/).click()
      await page.getByRole('row', { name: new RegExp(`${hits}`) }).waitFor()
      const failing = /labeling\/rules\/card/
      complaints.expect(refused(500))
      await page.route(failing, (route) =>
        route.request().method() === 'DELETE'
          ? route.fulfill({ status: 500, json: { detail: 'disk' } })
          : route.continue(),
      )
      const remove = async () => {
        await view.button(`Delete the rule ${QUERY}`).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the rule', exact: true }).click()
      }
      await remove()
      await view.told(`Rule '${QUERY}' can't be deleted`)
      await page.unroute(failing)
      await remove()
      await view.told(`Rule '${QUERY}' is deleted`)
      await page.getByText('No rules yet').waitFor()
      expect(await rules()).toEqual([])
    },
  )

  journey(
    'become suggestions that people accept; a broken rule harms nothing, and other predictions stay',
    async ({ page, product }) => {
      const { world, rule, total } = await seedAnnotated(product, 'rules-applied')
      await rule(QUERY, 'lost_or_stolen_card')
      await rule('card AND pin', 'change_pin')
      await rule('exchange AND rate', 'exchange_rate')
      await rule('pin OR passcode', 'passcode_forgotten')
      await rule('exchange AND (rate', 'exchange_rate')
      const view = await openSignedIn(product, new ExplorePage(page, world), RULES)
      await view.button(/^Manage 5/).click()
      await page.getByText(/Left out of every figure: Failed to parse query \[exchange AND \(rate\]/).waitFor()
      await page.getByText('5 rules, 1 left out').waitFor()
      await page.getByRole('button', { name: 'Precision', exact: true }).click()
      await view.button('Apply as suggestions').click()
      const apply = page.getByRole('region', { name: 'Apply as suggestions' })
      await apply
        .getByText(/annotated records right/)
        .first()
        .waitFor()
      await expectAccessible(page, 'rules, table and suggestions')

      await apply.getByRole('button', { name: 'Show the records that no rule covers' }).click()
      const uncovered = await total({
        query_text: `NOT (${QUERY}) AND NOT (exchange AND rate) AND NOT (pin OR passcode)`,
      })
      await page.getByText(`${uncovered.toLocaleString('en')} records`, { exact: true }).waitFor()
      await page.getByText('Rules disagree').first().click()
      const disputed = await total({
        query_text: `(card AND pin) OR (${QUERY} AND (pin OR passcode)) OR (exchange AND rate AND (pin OR passcode OR (${QUERY})))`,
      })
      await page.getByText(`${disputed} records`, { exact: true }).waitFor()

      await view.button(/^Manage 5/).click()
      await view.button('Apply as suggestions').click()
      const button = apply.getByRole('button', { name: /^Suggest for/ })
      await button.click()
      await view.told('have a suggestion of the rules')
      const suggested = await total({ predicted_by: ['rules'] })
      expect(suggested).toBeGreaterThan(20)
      expect(await total({ predicted_by: ['bayes'] })).toBe(50)

      // Suggestions of rules are accepted like any others.
      await page.goto(
        `${world.path}?query=${encodeURIComponent(JSON.stringify({ predicted_by: ['rules'], status: ['Default'] }))}`,
      )
      await view.cards.first().waitFor()
      const [id = ''] = await view.ids()
      await view.on(id, 'Validate').click()
      await view.untilStored(id, { status: 'Validated' })

      await page.goto(`${world.path}${RULES}`)
      await view.button(/^Manage 5/).click()
      await view.button('Apply as suggestions').click()
      await apply.getByRole('button', { name: /^Remove \d+ earlier suggestions/ }).click()
      await view.told('The suggestions of the rules are removed from')
      await eventually(() => total({ predicted_by: ['rules'] })).toBe(0)
      expect(await total({ predicted_by: ['bayes'] })).toBe(50)
      await view.untilStored(id, { status: 'Validated' })
    },
  )

  journey(
    'are offered words that only incorrect hits have, and take the edit of the query back',
    async ({ page, product }) => {
      const { world, total } = await seedAnnotated(product, 'rules-words')
      const view = await openSignedIn(product, new ExplorePage(page, world), RULES)
      await view.search('card')
      await panel(page).getByRole('searchbox').fill('lost_or_stolen_card')
      await panel(page).getByRole('button', { name: 'lost_or_stolen_card' }).click()
      const counts = async (query_text: string) => {
        const query = { query_text, status: ['Validated'] }
        return [await total({ ...query, annotated_as: ['lost_or_stolen_card'] }), await total(query)]
      }
      const [correct = 0, judged = 0] = await counts('card')
      await figures(page).getByText(`${correct} of ${judged}`).waitFor()
      const offered = figures(page).getByRole('button', { name: /^Add NOT / })
      const query = `(card) AND ${(await offered.textContent())?.replace('Add ', '')}`
      await expectAccessible(page, 'rules, words offered')
      await offered.click()
      await eventually(() => view.address()).toMatchObject({ query: { text: query } })
      const [stillCorrect, fewer = judged] = await counts(query)
      expect(stillCorrect).toBe(correct)
      expect(fewer).toBeLessThan(judged)
      await figures(page).getByText(`${correct} of ${fewer}`).waitFor()
      await view.button('Undo').click()
      await figures(page).getByText(`${correct} of ${judged}`).waitFor()
    },
  )

  journey('filter the records of the other modes, too', async ({ page, product }) => {
    const { world, rule, total } = await seedAnnotated(product, 'rules-filter')
    await rule('card', 'card_arrival')
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.button('Annotations').click()
    await page.locator('summary').getByText('Rules', { exact: true }).click()
    await page.getByRole('checkbox', { name: /not covered by rules/ }).click()
    await view.button('Apply').click()
    await eventually(() => view.address()).toEqual({ query: { by_rules: { outcome: 'uncovered' } } })
    const uncovered = await total({ query_text: 'NOT card' })
    await page.getByText(`${uncovered.toLocaleString('en')} records`, { exact: true }).waitFor()
    await page.getByText('Rules = not covered by rules').waitFor()
  })

  journey('show a long query whole, on small screens too', async ({ page, product }) => {
    const { world, rule } = await seedAnnotated(product, 'rules-long')
    const query = `(pin OR passcode OR "personal number") AND (forgot OR forgotten OR change OR reset) AND NOT (card OR transfer OR "top up")`
    await rule(query, 'balance_not_updated_after_cheque_or_cash_deposit')
    const view = await openSignedIn(product, new ExplorePage(page, world), RULES)
    await view.button(/^Manage 1 rule/).click()
    const link = page.getByRole('button', { name: `Open the rule ${query}` })
    await link.waitFor()
    const isWhole = () =>
      link.evaluate((box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)
    await look(page, 'rules-long', { widths: [1440, 1024, 720, 390] })
    // No column is out of sight.
    const fits = () =>
      page.getByRole('table').evaluate((table) => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))
    for (const width of [1440, 1024, 900, 720, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await eventually(isWhole).toBe(true)
      await eventually(fits).toBe(true)
    }
  })
})
