import { expect, type Locator, type Page } from '@playwright/test'

export class AttributeDialog {
  readonly root: Locator
  readonly name: Locator
  readonly fault: Locator

  constructor(page: Page) {
    this.root = page.getByRole('dialog', { name: /^Add an attribute to / })
    this.name = this.root.getByRole('textbox', { name: 'Name' })
    this.fault = this.root.getByRole('alert')
  }

  field(name: string): Locator {
    return this.root.getByRole('textbox', { name, exact: true })
  }

  async choose(dataType: string): Promise<void> {
    await this.root.getByText(dataType, { exact: true }).click()
    await expect(this.root.getByRole('radio', { name: dataType, exact: true })).toBeChecked()
  }

  async submit(): Promise<void> {
    await this.root.getByRole('button', { name: 'Add attribute' }).click()
  }

  async add(): Promise<void> {
    await this.submit()
    await expect(this.root).toBeHidden()
  }
}
