import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from './journey'
import type { ClassicWorld } from './seeds/classic-world'
import type { Seeded } from './seeds/seed'

/** The settings page of a feedback dataset, with the actions of a user. */
export class SettingsView {
  readonly page: Page
  readonly path: string

  constructor(page: Page, dataset: Seeded) {
    this.page = page
    this.path = `/dataset/${dataset.id}/settings`
  }

  /** Open one of the tabs by its URL. */
  async open(tab?: string): Promise<void> {
    await this.page.goto(this.path + (tab === undefined ? '' : `?tab=${tab}`))
    await this.page.getByRole('heading', { level: 1, name: /^(Dataset settings|Guidelines)$/ }).waitFor()
  }

  /** Click a tab. */
  async choose(name: string): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  }

  /** One of the small forms, by its name. */
  form(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** Wait until Cancel and Update of a form are enabled or disabled as expected. */
  async expectButtons(name: string, expected: { cancel: boolean; update: boolean }): Promise<void> {
    const form = this.form(name)
    await eventually(async () => ({
      cancel: await form.getByRole('button', { name: 'Cancel' }).isEnabled(),
      update: await form.getByRole('button', { name: 'Update' }).isEnabled(),
    })).toEqual(expected)
  }

  /** Change a text, restore it with Cancel, change it again, save it, and check it after a reload. */
  async changeText(name: string, field: Locator, text: string): Promise<void> {
    await this.expectButtons(name, { cancel: false, update: false })
    const before = await field.inputValue()
    expect(before).not.toBe(text)
    await field.fill(text)
    await this.expectButtons(name, { cancel: true, update: true })
    await this.form(name).getByRole('button', { name: 'Cancel' }).click()
    await eventually(() => field.inputValue()).toBe(before)
    await this.expectButtons(name, { cancel: false, update: false })
    await field.fill(text)
    await this.update(name)
    await this.page.reload()
    await eventually(() => field.inputValue()).toBe(text)
  }

  /** Press Update, and wait for the confirmation. */
  async update(name: string): Promise<void> {
    await this.form(name).getByRole('button', { name: 'Update' }).click()
    await this.page.getByText(`${name} saved`, { exact: true }).waitFor()
    await this.expectButtons(name, { cancel: false, update: false })
  }

  /** Remove an item, and confirm. */
  async remove(name: string): Promise<void> {
    await this.form(name)
      .getByRole('button', { name: `Remove ${name}` })
      .click()
    await this.page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await this.page.getByText(`${name} removed`, { exact: true }).waitFor()
    await this.form(name).waitFor({ state: 'detached' })
  }

  /** Toggle a switch of a form. */
  async turn(name: string, words: string): Promise<void> {
    const control = this.form(name).getByRole('switch', { name: words })
    const wasOn = await control.isChecked()
    // The control itself is visually hidden; users press its label.
    await this.form(name).getByText(words, { exact: true }).click()
    await eventually(() => control.isChecked()).toBe(!wasOn)
  }
}

/** The settings page of a classic dataset, with the actions of a user. */
export class ClassicSettings {
  constructor(
    readonly page: Page,
    readonly world: ClassicWorld,
  ) {}

  async open(): Promise<void> {
    await this.page.goto(`${this.world.path}/settings`)
    await this.part('Info').waitFor()
  }

  part(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** The labels on the screen, without their keys. */
  labels(): Promise<string[]> {
    return this.page
      .getByRole('list', { name: 'Labels' })
      .getByRole('listitem')
      .evaluateAll((chips) => chips.map((chip) => chip.firstElementChild?.textContent ?? ''))
  }

  /** Type labels, one per line, and add them. */
  async add(...texts: string[]): Promise<void> {
    await this.page.getByRole('button', { name: 'Add labels' }).click()
    await this.page.getByRole('textbox', { name: 'New labels' }).fill(texts.join('\n'))
    await this.page.keyboard.press('Enter')
  }

  /** Choose an item of a label's menu. */
  async choose(label: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: `Change ${label}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  /** Save one of the small forms, and wait for the confirmation. */
  async update(name: string): Promise<void> {
    await this.part(name).getByRole('button', { name: 'Update' }).click()
    await this.page.getByText(`${name} saved`, { exact: true }).waitFor()
  }
}
