import { expect, type Locator, type Page } from '@playwright/test'

/** The import of a file, from the drop on the window to the counts. */
export class ImportDialog {
  readonly root: Locator
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.root = page.getByRole('dialog', { name: 'Import a file' })
  }

  /** Drags a file from outside over the window and lets go of it, as the browser tells the page. */
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

  /** Chooses in one of the lists of the settings. */
  async select(list: string, option: string): Promise<void> {
    await this.#choose(this.root.getByRole('combobox', { name: list }), option)
  }

  async #choose(list: Locator, option: string): Promise<void> {
    await list.click()
    // An option may tell more of itself behind its name.
    const named = this.#page.getByText(option, { exact: true })
    await this.#page.getByRole('option').filter({ has: named }).click()
  }

  /** Goes to a step of the wizard. */
  async goTo(step: 'File' | 'Columns' | 'Rows' | 'Check'): Promise<void> {
    await this.root
      .getByRole('navigation', { name: 'Steps of the import' })
      .getByRole('button', { name: step })
      .click()
  }

  /** The row of a column of the file, in the step of the columns. */
  column(name: string | RegExp): Locator {
    return this.root.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name }) })
  }

  /** Where a column goes. */
  target(column: string | RegExp): Locator {
    return this.column(column).getByRole('combobox', { name: / is imported into$/ })
  }

  /** Sends a column elsewhere. */
  async sendTo(column: string | RegExp, target: string): Promise<void> {
    await this.#choose(this.target(column), target)
  }

  /** Opens the settings of a column below its row, or closes them. */
  async openColumn(name: string | RegExp): Promise<void> {
    await this.column(name)
      .getByRole('button', { name: /^Settings of/ })
      .click()
  }

  /** A table of the dialog by its name. */
  table(name: string): Locator {
    return this.root.getByRole('region', { name })
  }

  async press(button: string): Promise<void> {
    await this.root.getByRole('button', { name: button, exact: true }).click()
  }

  /** Waits until the counts of the outcome are these. */
  async expectCounts(counts: Record<string, string>): Promise<void> {
    await expect.poll(() => this.counts()).toEqual(counts)
  }

  /** The counts of the outcome by their names. */
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
