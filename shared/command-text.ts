/** What can be done by name in the page, as the palette and the menu of the desktop name it. */
export interface CommandText {
  readonly id: string
  readonly title: string
  readonly group: 'Catalog' | 'Look'
  /**
   * Where the desktop's menu has it, and what it is called there if not as in the palette. None where the system has an item
   * of its own for it.
   */
  readonly menu?: CommandMenu
  readonly label?: string
  readonly keys?: string
  /** Keys of the menu only, where the page has none: a browser would take them for itself. */
  readonly menuKeys?: string
}

export type CommandMenu = 'file' | 'edit' | 'row' | 'view' | 'go' | 'help'
