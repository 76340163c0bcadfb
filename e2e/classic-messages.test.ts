import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { NO_ANSWER } from './support/browser-watch'
import { ClassicSettings } from './support/dataset-settings'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import type { Person, Product } from './support/product'
import type { ClassicWorld } from './support/seeds/classic-world'
import { defaultWorkspace } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'

const refused = (status: number) => new RegExp(`status of ${status} `)
const headers = { 'x-argilla-workspace': 'default' }

describe('what a classic dataset says when its labels cannot be saved', () => {
  journey(
    'the status when the dataset is gone, and that labels were not added when the server is [X9, X10]',
    async ({ page, product, complaints }) => {
      const world = await seedBanking(product, 'labels-lost', 5, { labels: ['lost', 'stolen'] })
      const settings = await openSignedIn(product, new ClassicSettings(page, world))
      await eventually(() => settings.labels()).toEqual(['lost', 'stolen'])

      complaints.expect(NO_ANSWER)
      await product.kill()
      await settings.add('late')
      await told(page, 'Error on adding new labels')
      await product.startAgain()
      // The typed text is kept.
      expect(await page.getByRole('textbox', { name: 'New labels' }).inputValue()).toBe('late')

      complaints.expect(refused(404))
      await remove(product, world)
      // Pressed on the page, not on the box, which disappears when the refusal arrives.
      await page.keyboard.press('Enter')
      await told(
        page,
        'STATUS:404 The labels of the dataset labels-lost with task TextClassification could not be saved',
      )
    },
  )

  journey(
    'nothing when somebody may no longer change them, nor when they may no longer delete it [X9]',
    async ({ page, context, product, complaints }) => {
      const world = await seedBanking(product, 'demoted', 5, { labels: ['lost', 'stolen'] })
      const { person, demote } = await addAdmin(product, 'adam')
      await signIn(context, product, person)
      const settings = new ClassicSettings(page, world)
      await settings.open()
      await eventually(() => settings.labels()).toEqual(['lost', 'stolen'])
      complaints.expect(refused(403))
      await demote()

      const refusal = page.waitForResponse((reply) => reply.status() === 403)
      await settings.add('late')
      await refusal
      const second = page.waitForResponse((reply) => reply.status() === 403)
      await askToDelete(settings)
      await second
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      // Toasts appear one after the other, so an earlier one about refusals would come before this one.
      complaints.expect(NO_ANSWER)
      await context.setOffline(true)
      const notices = page.locator('[data-position] [role=alert]')
      await eventually(() => notices.count()).toBe(1)
      await notices.getByText(/offline/).waitFor()
      await context.setOffline(false)
      expect((await world.record(0)).status).toBe('Default')
    },
  )

  journey('that the settings could not be read [X10]', async ({ page, context, product, complaints }) => {
    const world = await seedBanking(product, 'unread', 5, { labels: ['lost', 'stolen'] })
    await signIn(context, product)
    complaints.expect(refused(500))
    await page.route(/TextClassification\/settings/, (route) =>
      route.fulfill({ status: 500, json: { detail: 'the disk cannot be read' } }),
    )
    const settings = new ClassicSettings(page, world)
    await settings.open()
    await page.getByRole('alert').filter({ hasText: 'STATUS: 500, Could not fetch settings' }).waitFor()
    expect(await page.getByRole('button', { name: 'Add labels' }).count()).toBe(0)
    // The records can still be read, and their page reports the error, too.
    const view = new ExplorePage(page, world)
    await view.open()
    await view.told('STATUS: 500, Could not fetch settings')
    await page.unroute(/TextClassification\/settings/)
    await settings.open()
    await eventually(() => settings.labels()).toEqual(['lost', 'stolen'])
  })
})

describe('what a classic dataset says', () => {
  journey('what an undo has taken back, and no longer what was done [T4, X8]', async ({ page, product }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const world = await seedBanking(product, 'taken-back', 3, { labels: ['lost', 'stolen'], isBare: true })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const notices = () => page.locator('[data-position] [role=status]').allInnerTexts()
    await view.on(0, /lost/).click()
    await view.untilStored(0, { status: 'Validated' })
    await view.on(0, 'Discard').click()
    await eventually(notices).toEqual(['1 record is discarded'])
    // It returns to Validated, not to Default.
    await page.keyboard.press('Control+z')
    await view.untilStored(0, { status: 'Validated' })
    await eventually(notices).toEqual(['1 record is undiscarded'])
    // Beside the cards: a message does not cover the buttons of the last one.
    const [card, stack] = await Promise.all(
      [view.card(0), page.locator('[data-position]')].map((one) => one.boundingBox()),
    )
    expect(stack?.x).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? Number.POSITIVE_INFINITY))

    await view.on(0, /stolen/).click()
    await eventually(notices).toEqual(['1 record is validated'])
    await page.keyboard.press('Control+z')
    await eventually(async () => (await world.record(0)).annotation?.labels.map((label) => label.class)).toEqual([
      'lost',
    ])
    await eventually(notices).toEqual([])
  })

  journey('that it cannot be deleted [X9]', async ({ page, product, complaints }) => {
    const world = await seedBanking(product, 'cannot-go', 5)
    const settings = await openSignedIn(product, new ClassicSettings(page, world))
    complaints.expect(NO_ANSWER)
    await product.kill()
    await askToDelete(settings)
    await told(page, 'It is not possible to delete cannot-go')
    await product.startAgain()
    await page.reload()
    await settings.part('Info').getByText('cannot-go').waitFor()
  })

  journey.for([
    ['unknown dataset task', 'Summaries'],
    ['Wrong dataset task initialization', null],
  ] as const)('%s [X10, V12]', async ([message, task], { page, context, product, complaints }) => {
    complaints.expect(new RegExp(message))
    const world = await seedBanking(product, `task-${task}`.toLowerCase(), 5)
    await signIn(context, product)
    // This server knows its tasks; another version may have others.
    await page.route(new RegExp(`/api/datasets/${world.name}(\\?|$)`), async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, json: { ...(await reply.json()), task } })
    })
    for (const path of [world.path, `${world.path}/settings`]) {
      await page.goto(path)
      await page.getByText(message).first().waitFor()
      await page.getByRole('link', { name: 'Back to home page' }).waitFor()
    }
  })

  journey(
    'why a rule was refused: each param, each problem, or that the dataset is gone [X4, X5, X6]',
    async ({ page, product, complaints }) => {
      const long = 'l'.repeat(200)
      const world = await seedBanking(product, 'rule-refused', 20, { labels: ['lost', long], isBare: true })
      const rule = (query: string) =>
        product.owner('POST /api/datasets/{name}/TextClassification/labeling/rules', {
          params: { name: world.name },
          headers,
          body: { query, labels: ['lost'] },
        })
      // All rules of a dataset together may have at most 50,000 characters.
      for (const letter of ['x', 'y']) await rule(letter.repeat(24_990))
      const view = await openSignedIn(product, new ExplorePage(page, world), '?viewMode=labelling-rules')
      const label = (name: RegExp) => page.getByRole('region', { name: 'This rule' }).getByRole('button', { name })
      await view.search('card AND (lost OR stolen)')
      await label(/^lost/).click()
      complaints.expect(refused(400), refused(422), refused(404))
      await view.button('Save the rule').click()
      await told(page, 'Error message: The rules of a dataset have 50000 characters at most, together.')

      await label(/^lost/).click()
      await label(/^lll/).click()
      await view.button('Save the rule').click()
      await told(page, 'Error: ensure this value has at most 128 characters')

      await label(/^lll/).click()
      await label(/^lost/).click()
      await remove(product, world)
      await view.button('Save the rule').click()
      await told(page, 'Warning: ')
    },
  )
})

/** Wait for a toast with this message. */
async function told(page: Page, message: string): Promise<void> {
  await page.locator('[role=status],[role=alert],[role=alertdialog]').filter({ hasText: message }).first().waitFor()
}

async function remove({ owner }: Product, { name }: ClassicWorld): Promise<void> {
  await owner('DELETE /api/datasets/{name}', { params: { name }, headers })
}

async function askToDelete(settings: ClassicSettings): Promise<void> {
  const { page, world } = settings
  await settings.part('Danger zone').getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('textbox', { name: `Type ${world.name} to confirm` }).fill(world.name)
  await page.getByRole('button', { name: 'Delete dataset' }).click()
}

/** An admin of the workspace, and a function that makes them an annotator while they work. */
async function addAdmin(
  { owner }: Product,
  username: string,
): Promise<{ person: Person; demote: () => Promise<void> }> {
  const password = `${username} reads a lot`
  const user = await owner('POST /api/v1/users', { body: { username, password, first_name: username, role: 'admin' } })
  const workspace_id = await defaultWorkspace(owner)
  await owner('POST /api/v1/workspaces/{workspace_id}/users', { params: { workspace_id }, body: { user_id: user.id } })
  const demote = async () => {
    await owner('PATCH /api/v1/users/{user_id}', { params: { user_id: user.id }, body: { role: 'annotator' } })
  }
  return { person: { username, password }, demote }
}
