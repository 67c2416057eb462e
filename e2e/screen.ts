import type { Page } from 'playwright-core'

export interface Screen {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  readonly isEmpty?: boolean
}
