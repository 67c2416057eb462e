/** The lists and pages in the menu of the desktop; the palette of the page names them itself. */
export const pageCommands = [
  { id: 'go-home', menu: 'go', label: 'Home' },
  { id: 'go-product', menu: 'go', label: 'Products' },
  { id: 'go-image', menu: 'go', label: 'Images' },
  { id: 'go-vendor', menu: 'go', label: 'Vendors' },
  { id: 'go-category', menu: 'go', label: 'Categories' },
  { id: 'go-source', menu: 'go', label: 'Sources' },
  { id: 'go-attributes', menu: 'go', label: 'Attributes' },
  { id: 'go-classes', menu: 'go', label: 'Classes' },
  { id: 'go-channels', menu: 'go', label: 'Channels' },
  { id: 'go-changes', menu: 'go', label: 'What Changed' },
  {
    id: 'go-notes',
    menu: 'go',
    label: 'Notes and To-Dos',
  },
  { id: 'go-jobs', menu: 'go', label: 'Jobs' },
  { id: 'go-review', menu: 'go', label: 'Review' },
  { id: 'go-quality', menu: 'go', label: 'Quality' },
  {
    id: 'go-quality-rules',
    menu: 'go',
    label: 'Quality Rules',
  },
  {
    id: 'go-quality-score',
    menu: 'go',
    label: 'Quality Score',
  },
  { id: 'go-trash', menu: 'go', label: 'Trash' },
  { id: 'go-connections', menu: 'go', label: 'Connections' },
  { id: 'go-connect', menu: 'go', label: 'Connect' },
  { id: 'go-api', menu: 'go', label: 'API and Keys' },
  { id: 'go-providers', menu: 'go', label: 'AI Providers' },
  { id: 'go-spend', menu: 'go', label: 'Spend on AI' },
  { id: 'go-settings', menu: 'go', label: 'Settings' },
  { id: 'go-backups', menu: 'go', label: 'Backups' },
  { id: 'go-replica', menu: 'go', label: 'Replica' },
  { id: 'go-diagnostics', menu: 'help', label: 'Diagnostics' },
  { id: 'go-help', menu: 'help', label: 'Vitrine Help' },
  { id: 'go-news', menu: 'help', label: 'What Is New' },
] as const satisfies readonly PageCommand[]

export type PageCommandId = (typeof pageCommands)[number]['id']

interface PageCommand {
  readonly id: `go-${string}`
  readonly menu: CommandMenu
  readonly label: string
}

export interface CommandText {
  readonly id: string
  readonly title: string
  readonly group: 'Catalog' | 'Look'
  /**
   * Its position in the desktop's menu, and its name there if it differs from the palette's. Missing where
   * the system has an item of its own for it.
   */
  readonly menu?: CommandMenu
  readonly label?: string
  readonly keys?: string
  /** Keys of the menu only, where the page has none: a browser would take them for itself. */
  readonly menuKeys?: string
}

export type CommandMenu = 'file' | 'edit' | 'row' | 'view' | 'go' | 'help'
