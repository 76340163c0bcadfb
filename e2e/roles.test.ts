import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { seedBanking } from './support/exploring'
import { eventually, journey, newContext } from './support/journey'
import { OWNER, type Product } from './support/product'
import { addPerson, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

const options = ['Bill', 'Card'].map((text) => ({ value: text, text, description: null }))

/** What each role sees: `manages` datasets of their workspaces, `seesAll` workspaces; pages in the menu of the account. */
const ROLES = [
  { role: 'annotator', manages: false, seesAll: false, pages: [] },
  { role: 'admin', manages: true, seesAll: false, pages: ['People'] },
  { role: 'owner', manages: true, seesAll: true, pages: ['People', 'Background work'] },
] as const

describe('the screens', () => {
  journey.for(ROLES)(
    'show $role what this role may do, and nothing else [P1, P2]',
    async ({ role, manages, seesAll, pages }, { browser, product, complaints }) => {
      const name = (of: string) => `${of}-${role}`
      const person = role === 'owner' ? OWNER : await addPerson(product, name('rae'), role)
      const dataset = await seedDataset(product, {
        name: name('seen'),
        guidelines: 'Read the whole message.',
        fields: { text: false },
        questions: [{ name: 'kind', title: 'Kind', settings: { type: 'label_selection', options } }],
        properties: {
          channel: { type: 'terms', values: null },
          sender: { type: 'terms', values: null },
          budget: { type: 'integer', min: null, max: null },
        },
        records: ['one', 'two'].map((text) => ({
          external_id: text,
          fields: { text },
          metadata: { channel: 'mail', sender: 'Ines' },
        })),
      })
      await hideFromAnnotators(product, dataset.id, 'sender')
      const elsewhereId = await addElsewhere(product, name('elsewhere'))
      const classic = await seedBanking(product, name('classic'), 3, { labels: ['lost', 'stolen'] })
      const context = await newContext(browser, product)
      await signIn(context, product, person)
      const view = new AnnotationView(await context.newPage(), dataset)
      const { page } = view
      complaints.watch(page)

      // Datasets: those of one's own workspaces, or all.
      const listed = async (of: string) => {
        await page.goto(`/datasets?q=${name(of)}`)
        await page.getByLabel(/^Find by name/).waitFor()
        return page.getByRole('link', { name: name(of), exact: true })
      }
      await (await listed('seen')).waitFor()
      const elsewhere = await listed('elsewhere')
      if (seesAll) await elsewhere.waitFor()
      else
        await page
          .getByText(/no dataset/i)
          .first()
          .waitFor()
      expect(await elsewhere.count()).toBe(seesAll ? 1 : 0)

      // What is elsewhere cannot be reached by its URL or the API either.
      const reached = [`datasets/${elsewhereId}`, `me/datasets/${elsewhereId}/metrics`].map(async (path) =>
        (await context.request.get(`${product.url}/api/v1/${path}`)).status(),
      )
      expect(await Promise.all(reached)).toEqual(seesAll ? [200, 200] : [403, 403])
      if (!seesAll) {
        complaints.expect(new RegExp(`status of 403.*${elsewhereId}`))
        await page.goto(`/dataset/${elsewhereId}/annotation-mode`)
        await page.getByText('You do not have access to this page.').waitFor()
        expect(await page.getByRole('region', { name: 'Record', exact: true }).count()).toBe(0)
        expect(await page.getByText(name('elsewhere')).count()).toBe(0)
      }

      // Own answers: everybody. A hidden property is offered to leads alone.
      await view.open()
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('button', { name: 'Metadata', exact: true }).click()
      await page.getByRole('button', { name: 'Channel', exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Sender', exact: true }).count()).toBe(manages ? 1 : 0)
      // No record has a value of this property.
      await eventually(() => page.getByRole('button', { name: 'Budget', exact: true }).count()).toBe(0)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await view.open()
      const first = await view.shownId()
      await page.keyboard.press('1')
      expect(await view.nextAfter(first)).not.toBe(first)

      // Settings of a feedback dataset: the guidelines alone, or everything.
      await page.goto(`/dataset/${dataset.id}/settings`)
      await page.getByText('Read the whole message.').first().waitFor()
      // A heading of their own is what annotators see; tabs are what the others do.
      await page
        .getByRole('heading', { name: 'Guidelines' })
        .or(page.getByRole('tab', { name: 'Danger zone' }))
        .first()
        .waitFor()
      expect(await page.getByRole('tab', { name: 'Danger zone' }).count()).toBe(manages ? 1 : 0)
      expect(await page.getByRole('button', { name: 'Update' }).count().then(Boolean)).toBe(manages)

      // Labels and deletion of a classic dataset.
      await page.goto(`/datasets/default/${classic.name}/settings`)
      await page.getByText('stolen').first().waitFor()
      expect(await page.getByRole('button', { name: 'Add labels' }).count()).toBe(manages ? 1 : 0)
      expect(await page.getByRole('region', { name: 'Danger zone' }).count()).toBe(manages ? 1 : 0)

      // People: one's own account, the members of one's own workspaces, or all.
      await page.getByRole('button', { name: /Account/ }).click()
      await page.getByRole('menuitem', { name: 'User settings' }).waitFor()
      for (const one of ['People', 'Background work'])
        expect(await page.getByRole('menuitem', { name: one }).count(), one).toBe(
          pages.some((own) => own === one) ? 1 : 0,
        )
      for (const [path, heading, isOpen] of [
        ['/people', 'People', manages],
        ['/deleted-datasets', 'Deleted datasets', manages],
        ['/jobs', 'Background work', seesAll],
        [`/dataset/${dataset.id}/progress`, 'Team progress', manages],
        [`/dataset/${dataset.id}/disagreements`, 'Disagreements', manages],
      ] as const) {
        await page.goto(path)
        const own = page.getByRole('heading', { level: 1, name: heading })
        await (isOpen ? own.waitFor() : page.waitForURL((url) => url.pathname !== path))
        expect(new URL(page.url()).pathname === path, path).toBe(isOpen)
      }
      if (manages) {
        await page.goto('/people')
        await page
          .getByRole('row', { name: name('rae') })
          .or(page.getByRole('row', { name: OWNER.username }))
          .first()
          .waitFor()
        expect(await page.getByRole('heading', { name: name('elsewhere') }).count()).toBe(seesAll ? 1 : 0)
      }
      await context.close()
    },
  )
})

async function hideFromAnnotators({ owner }: Product, dataset_id: string, property: string): Promise<void> {
  const { items } = await owner('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', { params: { dataset_id } })
  const { id = '' } = items.find(({ name }) => name === property) ?? {}
  await owner('PATCH /api/v1/metadata-properties/{metadata_property_id}', {
    params: { metadata_property_id: id },
    body: { visible_for_annotators: false },
  })
}

/**
 * A dataset in a workspace of the same name, of which nobody is a member.
 *
 * @returns its id
 */
async function addElsewhere({ owner }: Product, name: string): Promise<string> {
  const { id } = await owner('POST /api/v1/workspaces', { body: { name } })
  return (await owner('POST /api/v1/datasets', { body: { name, workspace_id: id } })).id
}
