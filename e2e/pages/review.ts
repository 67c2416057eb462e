import type { Locator, Page } from '@playwright/test'
import type { Api } from '../served-app.ts'

export class Review {
  readonly page: Page
  readonly list: Locator
  readonly detail: Locator

  constructor(page: Page) {
    this.page = page
    this.list = page.getByRole('listbox', { name: 'Open proposals' })
    this.detail = page.getByRole('article', { name: 'Proposal in focus' })
  }

  focused(label: string): Locator {
    return this.list.getByRole('option', { name: label, selected: true })
  }

  row(label: string): Locator {
    return this.list.getByRole('option', { name: label })
  }

  open(count: number): Locator {
    return this.page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: `${count} open` })
  }
}

export async function propose(api: Api, ...proposals: readonly object[]): Promise<string[]> {
  const { body } = await api.post('/proposals', { type: 'product', proposals })
  return body.data.map(({ id }: { id: string }) => id)
}
