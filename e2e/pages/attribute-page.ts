import { expect, type Locator, type Page } from '@playwright/test'

/** The page of one attribute, new or stored. */
export class AttributePage {
  readonly root: Locator
  readonly name: Locator
  readonly fault: Locator
  readonly rows: Locator

  constructor(page: Page) {
    this.root = page.locator('.attribute-page')
    this.name = this.root.getByRole('textbox', { name: 'Name', exact: true })
    this.fault = this.root.getByRole('alert')
    this.rows = this.root.getByRole('region', { name: 'What it does to ten rows' })
  }

  field(name: string): Locator {
    return this.root.getByRole('textbox', { name, exact: true })
  }

  /** Chooses a data type by the pointer; the choice closes by it. */
  async choose(dataType: string): Promise<void> {
    const change = this.root.getByRole('button', { name: 'Change the data type' })
    if (await change.isVisible()) await change.click()
    await this.root.locator('.type-card').getByText(dataType, { exact: true }).click()
    await expect(this.root.locator('.type-chosen')).toContainText(dataType)
  }

  async submit(): Promise<void> {
    await this.root.getByRole('button', { name: 'Add attribute' }).click()
  }

  async add(): Promise<void> {
    await this.submit()
    await expect(this.root).toBeHidden()
  }

  async save(): Promise<void> {
    await this.root.getByRole('button', { name: 'Save' }).click()
    await expect(this.root).toBeHidden()
  }
}
