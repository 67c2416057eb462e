import { expect, type Locator, type Page } from '@playwright/test'

export class CatalogPage {
  readonly search: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.search = page.getByRole('searchbox', { name: 'Search all text' })
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^${name}\\b`) })
  }

  async goTo(name: string): Promise<void> {
    await this.link(name).click()
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible()
  }

  get workspaceButton(): Locator {
    return this.page.getByRole('button', { name: /^Workspace / })
  }

  async expectWorkspace(name: string): Promise<void> {
    await expect(this.workspaceButton).toHaveAccessibleName(`Workspace ${name}`)
  }

  async switchTo(workspace: string): Promise<void> {
    await this.workspaceButton.click()
    await this.page.getByRole('menuitemradio', { name: workspace, exact: true }).click()
    await this.expectWorkspace(workspace)
  }

  /** Opens the palette and searches for a command once it takes input; Enter runs the result. */
  async findCommand(words: string): Promise<void> {
    // Keys are ignored before the app has loaded.
    await this.page.getByRole('button', { name: 'Help and appearance' }).waitFor()
    await this.page.keyboard.press('Control+k')
    await this.page.getByRole('combobox', { name: 'Command or entry' }).fill(words)
  }

  async chooseAppearance(theme: 'Light' | 'Dark' | 'Like the system'): Promise<void> {
    await this.page.getByRole('button', { name: 'Help and appearance', exact: true }).click()
    const choices = this.page.getByRole('group', { name: 'Appearance' })
    await choices.getByRole('menuitemradio', { name: theme }).click()
  }
}
