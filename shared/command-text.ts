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
