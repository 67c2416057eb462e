import type { Locator, Page } from '@playwright/test'

export class FilterPanel {
  readonly root: Locator
  readonly #page: Page

  constructor(page: Page, name: string) {
    this.#page = page
    this.root = page.getByRole('dialog', { name, exact: true })
  }

  clause(position: number): Locator {
    return this.root.getByRole('group', { name: `Filter ${position}` })
  }

  /** Chooses in one of the lists of a row: `Attribute`, `Operator`, `Value` or `Join of the filters`. */
  async select(position: number, list: string, option: string): Promise<void> {
    await this.clause(position).getByRole('combobox', { name: list }).click()
    await this.#page.getByRole('option', { name: option, exact: true }).click()
  }

  async type(position: number, value: string): Promise<void> {
    await this.clause(position).getByLabel('Value').fill(value)
    await this.#page.keyboard.press('Tab')
  }

  async pick(position: number, ...values: readonly string[]): Promise<void> {
    const field = this.clause(position).getByRole('combobox', { name: 'Value' })
    for (const value of values) {
      await field.fill(value.slice(0, 4))
      await this.#page.getByRole('option', { name: value, exact: true }).click()
    }
  }

  /** Returns a group inside the whole filter or, by `1.2`, inside another one. */
  group(place: string): Locator {
    return this.root.getByRole('group', { name: `Group ${place}`, exact: true })
  }

  condition(group: string, position: number): Locator {
    return this.root.getByRole('group', { name: `Group ${group}, condition ${position}` })
  }

  async add(): Promise<void> {
    await this.root.getByRole('button', { name: 'Add a filter' }).click()
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
  }
}
