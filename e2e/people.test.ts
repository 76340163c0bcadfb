import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { OWNER } from './support/product'
import { addPerson, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

const PASSWORD = 'a password to remember'

describe('people', () => {
  journey(
    'are invited, join, are shut out and let in again',
    async ({ page, context, browser, product, complaints }) => {
      complaints.expect(/status of 401/)
      complaints.expect(/status of 403/)
      await signIn(context, product)
      await page.goto('/datasets')
      await page.getByRole('button', { name: /Account/ }).click()
      await page.getByRole('menuitem', { name: 'People' }).click()
      await page.getByRole('heading', { name: 'People' }).waitFor()

      await page.getByRole('button', { name: 'New workspace' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('news-desk')
      await page.getByRole('button', { name: 'Create workspace' }).click()
      await page.getByRole('heading', { name: 'news-desk' }).waitFor()

      await page.getByRole('button', { name: 'Invite', exact: true }).click()
      const panel = page.getByRole('complementary', { name: 'Invite someone' })
      await panel.getByLabel(/^Name/).fill('Hana Sato')
      await panel.getByRole('button', { name: 'Make a link' }).click()
      await panel.getByText('Choose at least one workspace.').waitFor()
      await panel.getByText('news-desk').click()
      await expectAccessible(page)
      await panel.getByRole('button', { name: 'Make a link' }).click()
      const link = await panel.locator('code').innerText()
      expect(link).toMatch(/\/join#[0-9A-Z-]{19}$/)
      await panel.getByRole('button', { name: 'Done' }).click()
      await page.getByRole('tab', { name: /Invitations/ }).click()
      await page.getByRole('row', { name: /Hana Sato/ }).waitFor()
      await page.getByRole('tab', { name: /Users/ }).click()

      const theirs = await browser.newContext({ baseURL: product.url })
      const joining = await theirs.newPage()
      await joining.goto(link)
      await joining.getByText('You are invited as annotator to news-desk.').waitFor()
      await expectAccessible(joining)
      await joining.getByLabel('Username').fill('hana')
      await joining.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await joining.getByRole('button', { name: 'Create account' }).click()
      await joining.waitForURL('**/datasets')
      // The link works only once, and annotators cannot open the page about people.
      await joining.goto('/people')
      await joining.waitForURL('**/datasets')
      const late = await (await browser.newContext({ baseURL: product.url })).newPage()
      await late.goto(link)
      await late.getByRole('heading', { name: 'This link does not work' }).waitFor()

      await page.reload()
      const row = page.getByRole('row', { name: /Hana Sato/ })
      await row.getByText('news-desk').waitFor()
      await page.getByLabel('Find a person').fill('han')
      await eventually(() => page.getByRole('row').count()).toBe(2)
      const act = async (name: string) => {
        await row.getByRole('button', { name: 'Actions for Hana Sato' }).click()
        await page.getByRole('menuitem', { name, exact: true }).click()
      }
      await act('Make admin')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make admin' }).click()
      await page.getByText('Hana Sato is now admin').waitFor()
      await row.getByRole('cell', { name: 'admin', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await row.getByRole('cell', { name: 'annotator', exact: true }).waitFor()

      await act('Sessions and keys')
      await page
        .getByRole('dialog')
        .getByText(/^Signed in /)
        .waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Close' }).click()

      await act('Disable')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
      await row.getByText(/^Disabled/).waitFor()
      await joining.goto('/datasets')
      await joining.waitForURL('**/login**')
      await act('Enable again')
      await eventually(() => row.getByText(/^Disabled/).count()).toBe(0)

      // A link made before ends with the new one, so it is asked for.
      await act('Link to set a password')
      await page.getByText('A link made before no longer works then.', { exact: false }).waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make a link' }).click()
      const reset = await page.getByRole('alertdialog').locator('code').innerText()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Done' }).click()
      await joining.goto(reset)
      await joining.getByText('For the account hana.', { exact: false }).waitFor()
      await joining.getByLabel('Password', { exact: true }).fill('another password now')
      await joining.getByRole('button', { name: 'Set password' }).click()
      await joining.waitForURL('**/datasets')

      await act('Delete')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('Hana Sato has been deleted').waitFor()
      await eventually(() => row.count()).toBe(0)
    },
  )

  journey('keep a workspace until its datasets are deleted', async ({ page, context, product }) => {
    await seedDataset(product, {
      name: 'kept',
      fields: { text: false },
      questions: [{ name: 'why', settings: { type: 'text', use_markdown: false } }],
      records: [],
    })
    await signIn(context, product)
    await page.goto('/people')
    await page.getByRole('button', { name: 'Actions for the workspace default' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete the workspace default' })
    await dialog.getByText(/^The workspace default has \d+ datasets?\. Delete (it|them) first\.$/).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('link', { name: /^\d+ datasets?$/ }).click()
    await page.waitForURL('**/datasets?workspaces=default')
  })

  journey('are not lost by one click', async ({ page, context, browser, product, complaints }) => {
    const { id } = await addPerson(product, 'eli', 'annotator')
    const boss = await addPerson(product, 'boss', 'admin')
    await signIn(context, product)
    await page.goto('/people')
    const row = page.getByRole('row', { name: /eli/ })
    await row.getByText('default').waitFor()
    const act = async (name: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }

    // Nobody takes their own role or account.
    await page.getByRole('button', { name: `Actions for ${OWNER.username}` }).click()
    await page.getByRole('menuitem', { name: 'Sessions and keys' }).waitFor()
    expect(await page.getByRole('menuitem', { name: /^Make |^Disable|^Delete/ }).count()).toBe(0)
    await page.keyboard.press('Escape')

    // An owner can also add users: by Undo, and by clicking the same checkbox again.
    await act('Workspaces')
    const box = page.getByRole('checkbox', { name: 'default' })
    for (const again of ['undo', 'checkbox']) {
      await box.click({ force: true })
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await eventually(() => box.isChecked()).toBe(false)
      await eventually(() => box.isEnabled()).toBe(true)
      if (again === 'checkbox') await box.click({ force: true })
      else {
        await page.getByText('eli has been removed from default').waitFor()
        await page.getByRole('button', { name: 'Undo', exact: true }).click()
        await eventually(() => box.isChecked()).toBe(true)
        await eventually(() => box.isEnabled()).toBe(true)
      }
    }
    await eventually(() => box.isChecked()).toBe(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()

    await product.owner('POST /api/v1/users/{user_id}/api-keys', {
      params: { user_id: id },
      body: { name: 'notebook' },
    })
    await act('Sessions and keys')
    await page.getByRole('button', { name: 'Revoke notebook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Revoke notebook' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await eventually(() => page.getByRole('button', { name: 'Revoke notebook' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).click()

    // An admin manages the access of annotators of their own workspaces, but neither their role nor their account.
    // First no page is open: one without a session would complain of its requests.
    await page.goto('about:blank')
    await context.clearCookies()
    await signIn(context, product, boss)
    await page.goto('/people')
    const items = async (who: Locator) => {
      await who.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Workspaces' }).waitFor()
      const texts = await page.getByRole('menuitem').allInnerTexts()
      await page.keyboard.press('Escape')
      return texts
    }
    expect(await items(row)).toEqual(['Workspaces', 'Link to set a password', 'Sessions and keys', 'Disable'])
    expect(await items(page.getByRole('row', { name: /boss/ }))).toEqual(['Workspaces'])
    await act('Disable')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
    await row.getByText(/^Disabled/).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => row.getByText(/^Disabled/).count()).toBe(0)
    await act('Link to set a password')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make a link' }).click()
    const link = await page.getByRole('alertdialog').locator('code').innerText()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Done' }).click()

    // Once they are in a workspace of somebody else, the admin has no say in their account, nor does the link.
    const elsewhere = await product.owner('POST /api/v1/workspaces', { body: { name: 'elsewhere-too' } })
    const membership = { params: { workspace_id: elsewhere.id }, body: { user_id: id } }
    await product.owner('POST /api/v1/workspaces/{workspace_id}/users', membership)
    await page.reload()
    await row.getByText('default').waitFor()
    expect(await items(row)).toEqual(['Workspaces'])
    complaints.expect(/status of 403/)
    const theirs = await (await browser.newContext({ baseURL: product.url })).newPage()
    await theirs.goto(link)
    await theirs.getByRole('heading', { name: 'This link does not work' }).waitFor()

    // An admin removes users from their own workspaces, but cannot add them.
    await act('Workspaces')
    await page.getByRole('checkbox', { name: 'default' }).click({ force: true })
    await page.getByText('have not answered go back to everybody', { exact: false }).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('checkbox', { name: 'default' }).isChecked()).toBe(true)
    await page.getByRole('checkbox', { name: 'default' }).click({ force: true })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await eventually(() => row.count()).toBe(0)
  })

  journey('keep their assigned records when a change that costs them is undone', async ({ page, context, product }) => {
    const second = await addPerson(product, 'second', 'admin')
    await product.owner('PATCH /api/v1/users/{user_id}', { params: { user_id: second.id }, body: { role: 'owner' } })
    const { id } = await seedDataset(product, {
      name: 'shared-out',
      fields: { text: false },
      questions: [{ name: 'why', settings: { type: 'text', use_markdown: false } }],
      records: [{ fields: { text: 'one' } }, { fields: { text: 'two' } }],
    })
    const params = { dataset_id: id }
    const body = { people: [{ user_id: second.id }] }
    await product.owner('POST /api/v1/datasets/{dataset_id}/assignments', { params, body })
    const assigned = async () =>
      (await product.owner('GET /api/v1/datasets/{dataset_id}/assignments', { params })).people.map(
        (one) => one.assigned,
      )
    await eventually(assigned).toEqual([2])

    await signIn(context, product)
    await page.goto('/people')
    const row = page.getByRole('row', { name: /second/ })
    const act = async (name: string, confirmed = name) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: confirmed }).click()
    }
    const undo = () => page.getByRole('button', { name: 'Undo', exact: true }).click()
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Make annotator' }).click()
    await page
      .getByText('They can then open only workspaces that they are a member of: default.', { exact: false })
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make annotator' }).click()
    await row.getByRole('cell', { name: 'annotator', exact: true }).waitFor()
    await undo()
    await row.getByRole('cell', { name: 'owner', exact: true }).waitFor()

    await act('Disable')
    await row.getByText(/^Disabled/).waitFor()
    await undo()
    await eventually(() => row.getByText(/^Disabled/).count()).toBe(0)
    expect(await assigned()).toEqual([2])
  })

  journey('get an account from an owner, and another name', async ({ page, context, browser, product }) => {
    await signIn(context, product)
    await page.goto('/people')
    await page.getByRole('heading', { name: 'People' }).waitFor()
    await page.keyboard.press('i')
    const panel = page.getByRole('complementary')
    await panel.getByText('Create an account').click()
    await panel.getByLabel('Username').fill('nina')
    await panel.getByLabel('First name').fill('Nina')
    await panel.getByLabel(/^Last name/).fill('Berg')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Create account' }).click()
    await panel.getByText('Send this link to Nina Berg.', { exact: false }).waitFor()
    const link = await panel.locator('code').innerText()
    await panel.getByRole('button', { name: 'Done' }).click()
    const joining = await (await browser.newContext({ baseURL: product.url })).newPage()
    await joining.goto(link)
    await joining.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await joining.getByRole('button', { name: 'Set password' }).click()
    await joining.waitForURL('**/datasets')

    await page.keyboard.press('i')
    await panel.getByText('Create an account').click()
    await panel.getByLabel('Username').fill('piet')
    await panel.getByLabel('First name').fill('Piet')
    await panel.getByText('I type it').click()
    await panel.getByLabel('Their password').fill(PASSWORD)
    await panel.getByRole('button', { name: 'Create account' }).click()
    await panel.getByText('Piet can sign in as piet with the password that you typed.').waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    await signIn(await browser.newContext({ baseURL: product.url }), product, { username: 'piet', password: PASSWORD })

    await page.getByRole('button', { name: 'Actions for Piet' }).click()
    await page.getByRole('menuitem', { name: 'Change name' }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Last name/)
      .fill('Smit')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Piet Smit/ }).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await eventually(() => page.getByRole('row', { name: /Piet Smit/ }).count()).toBe(0)
  })

  journey(
    'who have an account join another workspace by the link of its admin',
    async ({ page, context, browser, product }) => {
      const made = await product.owner('POST /api/v1/workspaces', { body: { name: 'archive' } })
      const lead = await addPerson(product, 'archivist', 'admin')
      await product.owner('POST /api/v1/workspaces/{workspace_id}/users', {
        params: { workspace_id: made.id },
        body: { user_id: lead.id },
      })
      const ines = await addPerson(product, 'ines', 'annotator')
      await signIn(context, product, lead)
      await page.goto('/people')
      const invite = async () => {
        await page.getByRole('button', { name: 'Invite', exact: true }).click()
        const panel = page.getByRole('complementary', { name: 'Invite someone' })
        await panel.getByRole('checkbox', { name: 'archive' }).check({ force: true })
        await panel.getByRole('button', { name: 'Make a link' }).click()
        const link = await panel.locator('code').innerText()
        await panel.getByRole('button', { name: 'Done' }).click()
        return link
      }

      // Signed out: they sign in on the page of the link.
      const theirs = await browser.newContext({ baseURL: product.url })
      const joining = await theirs.newPage()
      await joining.goto(await invite())
      await joining.getByRole('button', { name: 'I have an account' }).click()
      await joining.getByText('Sign in to join with your account.', { exact: false }).waitFor()
      await joining.getByLabel('Username').fill('ines')
      await joining.getByLabel('Password', { exact: true }).fill(ines.password)
      await joining.getByRole('button', { name: 'Sign in' }).click()
      await joining.getByText('You are signed in as ines. With this account you join archive.').waitFor()
      await expectAccessible(joining)
      await look(joining, 'join')
      await joining.getByRole('button', { name: 'Join workspace archive' }).click()
      await joining.waitForURL('**/datasets')
      await joining.getByText('You are in the workspace archive now').waitFor()

      // A member has nothing to join; another account can use the link.
      await joining.goto(await invite())
      await joining.getByText('in all workspaces of this invitation already', { exact: false }).waitFor()
      await joining.getByRole('button', { name: 'Use another account' }).click()
      await joining.getByRole('button', { name: 'Create account' }).waitFor()

      await page.reload()
      await page.getByRole('row', { name: /ines/ }).getByText('archive').waitFor()
    },
  )

  journey('are signed out somewhere else only after a question', async ({ page, context, browser, product }) => {
    const person = await addPerson(product, 'ole', 'annotator')
    const theirs = await browser.newContext({ baseURL: product.url })
    await signIn(theirs, product, person)
    await signIn(context, product)
    await page.goto('/people')
    await page
      .getByRole('row', { name: /ole/ })
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Sessions and keys' }).click()
    const signOut = page.getByRole('dialog').getByRole('button', { name: 'Sign out' })
    await signOut.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => signOut.count()).toBe(1)
    await signOut.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await eventually(() => page.getByRole('alertdialog').count()).toBe(0)
    await page.getByText('Not signed in anywhere.').waitFor()
    const theirPage = await theirs.newPage()
    await theirPage.goto('/datasets')
    await theirPage.getByLabel('Username').waitFor()
  })
})
