import type { Locator, Page } from '@playwright/test'

export class FilterPanel {
  readonly root: Locator
  readonly #page: Page

  constructor(page: Page, name: string) {
    this.#page = page
    this.root = page.getByRole('dialog', { name, exact: true })
  }

  clause(place: number): Locator {
    return this.root.getByRole('group', { name: `Filter ${place}` })
  }

  /** Chooses in one of the lists of a row: `Attribute`, `Operator`, `Value` or `Join of the filters`. */
  async select(place: number, list: string, option: string): Promise<void> {
    await this.clause(place).getByRole('combobox', { name: list }).click()
    await this.#page.getByRole('option', { name: option, exact: true }).click()
  }

  async type(place: number, value: string): Promise<void> {
    await this.clause(place).getByLabel('Value').fill(value)
    await this.#page.keyboard.press('Tab')
  }

  async pick(place: number, ...values: readonly string[]): Promise<void> {
    const field = this.clause(place).getByRole('combobox', { name: 'Value' })
    for (const value of values) {
      await field.fill(value.slice(0, 4))
      await this.#page.getByRole('option', { name: value, exact: true }).click()
    }
  }

  /** Returns a group inside the whole filter or, by `1.2`, inside another one. */
  group(place: string): Locator {
    return this.root.getByRole('group', { name: `Group ${place}`, exact: true })
  }

  condition(group: string, place: number): Locator {
    return this.root.getByRole('group', { name: `Group ${group}, condition ${place}` })
  }

  async add(): Promise<void> {
    await this.root.getByRole('button', { name: 'Add a filter' }).click()
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press('Escape')
  }
}
