import type { Locator, Page } from 'playwright-core'
import type { ClassicWorld } from './exploring'

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
