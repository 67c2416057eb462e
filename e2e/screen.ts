import type { Page } from 'playwright-core'

/** One screen of the app: how a user gets there from the open sample workspace. */
export interface Screen {
  readonly name: string
  readonly show: (page: Page) => Promise<void>
  /** In an empty workspace instead. */
  readonly isEmpty?: boolean
}
