import { expect, type Locator, type Page } from '@playwright/test'

export class ImportDialog {
  readonly root: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.root = page.getByRole('dialog', { name: 'Import a file' })
  }

  async drop(name: string, content: string | Buffer, over?: () => Promise<void>): Promise<void> {
    const bytes = [...Buffer.from(content)]
    const data = await this.#page.evaluateHandle(
      ({ name: fileName, bytes: fileBytes }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(fileBytes)], fileName, { type: 'text/csv' }))
        return transfer
      },
      { name, bytes },
    )
    const target = this.#page.getByRole('main')
    await target.dispatchEvent('dragenter', { dataTransfer: data })
    await target.dispatchEvent('dragover', { dataTransfer: data })
    await over?.()
    await target.dispatchEvent('drop', { dataTransfer: data })
  }

  async select(list: string, option: string): Promise<void> {
    await this.#choose(this.root.getByRole('combobox', { name: list }), option)
  }

  async #choose(list: Locator, option: string): Promise<void> {
    await list.click()
    // An option may have more text after its name.
    const named = this.#page.getByText(option, { exact: true })
    await this.#page.getByRole('option').filter({ has: named }).click()
  }

  /** Opens how the file is read and written. */
  async openSettings(): Promise<void> {
    await this.root.getByText('How it is read and written').click()
  }

  /** Shows only some rows of the check: `New`, `Changed` or `Does not fit`. */
  async showRows(filter: string): Promise<void> {
    await this.filter(filter).click()
  }

  filter(name: string): Locator {
    return this.root.getByRole('group', { name: 'Rows shown' }).getByRole('button', { name })
  }

  async expectRows(counts: Record<string, number>): Promise<void> {
    for (const [name, count] of Object.entries(counts))
      await expect(this.filter(name)).toHaveText(`${name} ${count}`)
  }

  column(name: string | RegExp): Locator {
    return this.root.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name }) })
  }

  target(column: string | RegExp): Locator {
    return this.column(column).getByRole('combobox', { name: / is imported into$/ })
  }

  async sendTo(column: string | RegExp, target: string): Promise<void> {
    await this.#choose(this.target(column), target)
  }

  async openColumn(name: string | RegExp): Promise<void> {
    await this.column(name)
      .getByRole('button', { name: /^Settings of/ })
      .click()
  }

  table(name: string): Locator {
    return this.root.getByRole('region', { name })
  }

  async press(button: string): Promise<void> {
    await this.root.getByRole('button', { name: button, exact: true }).click()
  }

  async expectCounts(counts: Record<string, string>): Promise<void> {
    await expect.poll(() => this.counts()).toEqual(counts)
  }

  counts(): Promise<Record<string, string>> {
    return this.root
      .locator('dl > div')
      .evaluateAll((pairs) =>
        Object.fromEntries(
          pairs.map((pair) => [
            pair.querySelector('dt')?.textContent ?? '',
            pair.querySelector('dd')?.textContent ?? '',
          ]),
        ),
      )
  }
}
