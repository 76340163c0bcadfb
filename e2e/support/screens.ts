import type { Page } from 'playwright-core'
import { ClassicSettings, SettingsView } from './dataset-settings'
import { ExplorePage, seedBanking } from './exploring'
import { seedExport } from './exporting'
import { chooseKind } from './files'
import { FindingView } from './finding'
import type { Product } from './product'
import type { ClassicWorld } from './seeds/classic-world'
import { fixturePath } from './seeds/real-data'
import { type Seeded, seedDataset, seedDraft } from './seeds/seed'
import { seedAnnotated } from './seeds/seed-classic'
import { seedTokens, type TokenWorld } from './seeds/seed-tokens'
import { bankingPlan, entitiesPlan, everyKindPlan, solutionsPlan } from './worlds'

/** The datasets shown on the screens. */
export interface ScreenWorld {
  banking: Seeded
  kinds: Seeded
  solutions: Seeded
  entities: Seeded
  draft: Seeded
  classic: ClassicWorld
  tokens: TokenWorld
  /** A classic dataset with labelling rules. */
  ruled: ClassicWorld
  /** A classic dataset without a label schema. */
  unsaved: ClassicWorld
  /** Two users have answered it, with some disagreements. */
  disputed: Seeded
}

/** One screen, or one state of it, with a function that opens it. */
export interface Screen {
  name: string
  open: (page: Page, world: ScreenWorld) => Promise<void>
}

/** Seed the datasets for all screens. */
export async function makeScreenWorld(product: Product): Promise<ScreenWorld> {
  const [banking, kinds, solutions, entities, draft, classic, unsaved] = await Promise.all([
    seedDataset(product, bankingPlan('banking77', 150)),
    seedDataset(product, everyKindPlan('support-calls', 12)),
    seedDataset(product, solutionsPlan('gsm8k-solutions')),
    seedDataset(product, entitiesPlan('wnut17')),
    seedDraft(product, everyKindPlan('next-month', 0)),
    seedBanking(product, 'classic-banking77', 118),
    seedBanking(product, 'no-schema', 20, { labels: ['lost', 'stolen', 'arrival'], hasNoSchema: true }),
  ])
  const tokens = await seedTokens(product, 'wnut17-tokens')
  for (const name of ['last-year', 'a-first-try-with-a-long-name-that-nobody-needs']) {
    const { id } = await seedDataset(product, everyKindPlan(name, 3))
    await product.owner('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: id } })
  }
  const { dataset: disputed } = await seedExport(product, 'disputed')
  const { world: ruled, rule } = await seedAnnotated(product, 'banking77-rules')
  await rule('card AND (lost OR stolen)', 'lost_or_stolen_card')
  await rule('topping OR topped', 'topping_up_by_card')
  await rule('(pin OR passcode) AND (forgot OR change)', 'change_pin')
  await rule('exchange AND (rate', 'exchange_rate')
  await rule('passcode', 'passcode_forgotten')
  await rule('cheque OR deposit', 'balance_not_updated_after_cheque_or_cash_deposit')
  return { banking, kinds, solutions, entities, draft, classic, ruled, unsaved, tokens, disputed }
}

/** Screens of a signed-in owner. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'deleted-datasets',
    open: async (page) => {
      await page.goto('/deleted-datasets')
      await page.getByRole('listitem').filter({ hasText: 'last-year' }).waitFor()
    },
  },
  {
    name: 'delete-dataset',
    open: async (page) => {
      await page.goto('/datasets')
      await page.getByRole('button', { name: 'Actions of support-calls' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByText('It can be restored for 30 days.').waitFor()
    },
  },
  {
    name: 'people',
    open: async (page) => {
      await page.goto('/people')
      await page.getByRole('row', { name: /all workspaces/ }).waitFor()
      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      await page.getByRole('heading', { name: 'Invite someone' }).waitFor()
    },
  },
  {
    name: 'explore-tokens',
    open: async (page, { tokens }) => {
      await page.goto(tokens.path)
      await page.locator('[data-kind]').first().waitFor()
    },
  },
  {
    name: 'explore-tokens-menu',
    open: async (page, { tokens }) => {
      await page.goto(`${tokens.path}?query=${encodeURIComponent('{"text":"Calgary"}')}`)
      await page.locator('[data-question-of]').first().waitFor()
      await page.locator('article').first().focus()
      await page.keyboard.press('c')
      await page.keyboard.press('5')
      await page.keyboard.press('Home')
      await page.keyboard.press('.')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'explore-tokens-read',
    open: async (page, { tokens }) => {
      await page.goto(`${tokens.path}?viewMode=explore`)
      await page.locator('[data-kind]').first().waitFor()
      if ((page.viewportSize()?.width ?? 0) > 1000)
        await page.getByRole('button', { name: 'Stats', exact: true }).click()
    },
  },
  {
    name: 'datasets',
    open: async (page) => {
      await page.goto('/datasets')
      await page.getByRole('link', { name: 'banking77' }).first().waitFor()
    },
  },
  {
    name: 'datasets-filter',
    open: async (page) => {
      await page.goto('/datasets')
      await page.getByRole('link', { name: 'banking77' }).first().waitFor()
      await page.getByRole('button', { name: /^Filter by Task/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'datasets-delete',
    open: async (page) => {
      await page.goto('/datasets')
      await page.getByRole('button', { name: 'Actions of banking77', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'datasets-export',
    open: async (page) => {
      await page.goto('/datasets')
      await page.getByRole('button', { name: 'Actions of banking77', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Export…' }).click()
      await page.getByText('JSON lines').waitFor()
    },
  },
  ...(['TextClassification', 'TokenClassification', 'Text2Text'] as const).map((task) => ({
    name: `import-${task.toLowerCase()}`,
    open: async (page: Page) => {
      const file = {
        TextClassification: 'banking77.csv',
        TokenClassification: 'wnut17.conll',
        Text2Text: 'gsm8k.jsonl',
      }
      const card = { TextClassification: /^Text class/, TokenClassification: /^Token/, Text2Text: /^Text to/ }
      await page.goto('/datasets/new')
      await chooseKind(page, fixturePath(file[task]), card[task])
    },
  })),
  {
    name: 'guides',
    open: async (page) => {
      await page.goto('/guides')
      await page.getByRole('heading', { name: 'Annotating', level: 1 }).waitFor()
    },
  },
  {
    name: 'create-choose',
    open: async (page) => {
      await page.goto('/datasets/new')
      await page.getByText('Drop a file here').waitFor()
    },
  },
  {
    name: 'create-plan',
    open: async (page) => planFile(page, 'banking77.csv'),
  },
  {
    name: 'create-plan-questions',
    open: async (page) => {
      await planFile(page, 'gsm8k.jsonl')
      await page.getByRole('heading', { name: 'Questions', exact: true }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'annotate-label',
    open: async (page, { banking }) => openRecords(page, banking),
  },
  {
    name: 'annotate-every-kind',
    open: async (page, { kinds }) => openRecords(page, kinds),
  },
  {
    name: 'annotate-markdown-ranking',
    open: async (page, { solutions }) => openRecords(page, solutions),
  },
  {
    name: 'annotate-spans',
    open: async (page, { entities }) => openRecords(page, entities),
  },
  {
    name: 'annotate-empty-queue',
    open: async (page, { banking }) => {
      await page.goto(`${banking.path}?status=draft`)
      await page.getByText('This queue is empty').waitFor()
    },
  },
  ...['Progress', 'Guidelines', 'Shortcuts'].map((panel) => ({
    name: `annotate-panel-${panel.toLowerCase()}`,
    open: async (page: Page, { kinds }: ScreenWorld) => {
      await openRecords(page, kinds)
      await page.getByRole('button', { name: panel }).click()
      await page.getByRole('heading', { name: panel }).waitFor()
    },
  })),
  {
    name: 'annotate-details',
    open: async (page, { kinds }) => {
      await openRecords(page, kinds)
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByText('Link to this record').waitFor()
    },
  },
  {
    name: 'bulk',
    open: async (page, { banking }) => {
      await openBulk(page, banking)
    },
  },
  {
    name: 'bulk-search-typed',
    open: async (page, { banking }) => {
      const view = await openBulk(page, banking, '&q=card')
      await openTools(page)
      await view.searchBox.fill('card payment')
      await page.getByText('Press Enter to search').waitFor()
    },
  },
  {
    name: 'bulk-filter',
    open: async (page, { banking }) => {
      const view = await openBulk(page, banking)
      await openTools(page)
      await view.button('Filters').click()
      await page.getByText('Suggestions', { exact: true }).waitFor()
    },
  },
  {
    name: 'dataset-settings-questions',
    open: async (page, { kinds }) => new SettingsView(page, kinds).open('questions'),
  },
  {
    name: 'dataset-settings-draft',
    open: async (page, { draft }) => {
      await new SettingsView(page, draft).open()
      await page.getByRole('heading', { name: 'This dataset is a draft' }).waitFor()
    },
  },
  {
    name: 'classic-settings',
    open: async (page, { classic }) => new ClassicSettings(page, classic).open(),
  },
  {
    name: 'classic-settings-adding',
    open: async (page, { unsaved }) => {
      await new ClassicSettings(page, unsaved).open()
      await page.getByRole('button', { name: 'Add labels' }).click()
      await page.getByRole('textbox', { name: 'New labels' }).fill('late, again\n"rate", "lost"')
    },
  },
  {
    name: 'classic-settings-rename',
    open: async (page, { classic }) => {
      await new ClassicSettings(page, classic).open()
      await page
        .getByRole('button', { name: /^Change / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Rename…' }).click()
      await page.getByRole('textbox', { name: 'New name' }).fill('another name')
      await page.getByText(/^This renames it|^Nothing holds it/).waitFor()
    },
  },
  {
    name: 'dataset-settings-option-menu',
    open: async (page, { kinds }) => {
      await new SettingsView(page, kinds).open('questions')
      await page
        .getByRole('button', { name: /^Change / })
        .first()
        .click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'classic-settings-order',
    open: async (page, { classic }) => {
      await new ClassicSettings(page, classic).open()
      await page.getByRole('button', { name: 'Change the order' }).click()
    },
  },
  {
    name: 'classic-labels-in-place',
    open: async (page, { unsaved }) => {
      await page.goto(unsaved.path)
      await page.locator('article[data-record]').first().focus()
      await page.getByRole('button', { name: 'Add labels' }).click()
      await page.getByRole('textbox', { name: 'New labels' }).fill('late')
    },
  },
  {
    name: 'user-settings',
    open: async (page) => {
      await page.goto('/user-settings')
      await page.getByRole('heading', { name: 'User settings' }).waitFor()
    },
  },
  {
    name: 'classic-annotate',
    open: async (page, { classic }) => {
      const view = new ExplorePage(page, classic)
      await view.open()
      await view.cards.nth(1).focus()
      await view.cards.nth(1).getByRole('searchbox').waitFor()
    },
  },
  {
    name: 'classic-annotate-as',
    open: async (page, { classic }) => {
      const view = new ExplorePage(page, classic)
      const query = { text: 'card OR rate', score: { from: 0.4, to: 0.98 } }
      await view.open(`?query=${encodeURIComponent(JSON.stringify(query))}`)
      for (const at of [0, 1, 2]) await view.cards.nth(at).getByRole('checkbox').click()
      await page.keyboard.press('.')
      await page.getByRole('dialog', { name: 'Annotate as' }).waitFor()
    },
  },
  {
    name: 'classic-explore',
    open: async (page, { classic }) => {
      await new ExplorePage(page, classic).open('?viewMode=explore')
    },
  },
  {
    name: 'rules-none',
    open: async (page, { ruled }) => new ExplorePage(page, ruled).open('?viewMode=labelling-rules'),
  },
  {
    name: 'rules-rule',
    open: async (page, { ruled }) => {
      const query = encodeURIComponent('{"text":"card AND (lost OR stolen)"}')
      await new ExplorePage(page, ruled).open(`?viewMode=labelling-rules&query=${query}`)
      await page.getByText('This rule is saved.').waitFor()
    },
  },
  {
    name: 'rules-table',
    open: async (page, { ruled }) => {
      const view = new ExplorePage(page, ruled)
      await view.open('?viewMode=labelling-rules')
      await view.button(/^Manage/).click()
      await page.getByText(/Left out of every figure/).waitFor()
    },
  },
  {
    name: 'rules-apply',
    open: async (page, { ruled }) => {
      const view = new ExplorePage(page, ruled)
      await view.open('?viewMode=labelling-rules')
      await view.button(/^Manage/).click()
      await view.button('Apply as suggestions').click()
      await page
        .getByText(/annotated records right/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'classic-filters',
    open: async (page, { classic }) => {
      await new ExplorePage(page, classic).open()
      if ((page.viewportSize()?.width ?? 0) <= 700) {
        await page.getByRole('button', { name: 'Filters', exact: true }).click()
        await page.getByRole('dialog', { name: 'Filters' }).waitFor()
        return
      }
      await page.getByRole('button', { name: 'Predictions', exact: true }).click()
      await page.getByRole('dialog', { name: 'Predictions' }).waitFor()
      await page.locator('summary').filter({ hasText: 'Score' }).click()
    },
  },
  ...[
    { name: 'agreement', path: 'settings?tab=agreement' },
    { name: 'agreement-of-people', path: 'progress' },
    { name: 'disagreements', path: 'disagreements' },
  ].map(({ name, path }) => ({
    name,
    open: async (page: Page, { disputed }: ScreenWorld) => {
      await page.goto(`/dataset/${disputed.id}/${path}`)
      if (path === 'progress') await page.getByRole('table', { name: 'Agreement' }).scrollIntoViewIfNeeded()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
    },
  })),
  ...[
    { name: 'palette', keys: 'Control+K', title: 'Command palette' },
    { name: 'shortcut-sheet', keys: '?', title: 'Keyboard shortcuts' },
  ].map(({ name, keys, title }) => ({
    name,
    open: async (page: Page, { kinds }: ScreenWorld) => {
      await openRecords(page, kinds)
      await page.keyboard.press(keys)
      await page.getByRole('dialog', { name: title }).waitFor()
    },
  })),
  {
    name: 'not-found',
    open: async (page) => {
      await page.goto('/nothing/here')
      await page.getByRole('heading', { name: 'This page could not be found' }).waitFor()
    },
  },
]

async function planFile(page: Page, name: string): Promise<void> {
  await page.goto('/datasets/new')
  await page.getByLabel('File', { exact: true }).setInputFiles(fixturePath(name))
  await page.getByRole('button', { name: 'Create dataset' }).waitFor()
}

/** On a phone, search, filters and sort are behind one button. */
async function openTools(page: Page): Promise<void> {
  const tools = page.getByRole('button', { name: /^Find records/ })
  if (await tools.isVisible()) await tools.click()
}

async function openBulk(page: Page, { path }: Seeded, more = ''): Promise<FindingView> {
  const view = new FindingView(page)
  await view.open(`${path}?view=bulk${more}`)
  return view
}

async function openRecords(page: Page, dataset: Seeded): Promise<void> {
  await page.goto(dataset.path)
  await page.getByRole('button', { name: 'Submit' }).waitFor()
}
