/** Everything that can be done by name in the page: one table for the palette and for the menu of the desktop. */
export interface CommandText {
  readonly id: string
  /** As the palette names it. */
  readonly title: string
  /** The group it belongs to in the palette. */
  readonly group: 'Go to' | 'Catalog' | 'Look'
  /**
   * Where the desktop's menu has it, and what it is called there if not as in the palette. None where the system has an item
   * of its own for it.
   */
  readonly menu?: CommandMenu
  readonly label?: string
  /** The keys that the page itself listens to. */
  readonly keys?: string
  /** Keys of the menu only, where the page has none: a browser would take them for itself. */
  readonly menuKeys?: string
}

export type CommandMenu = 'file' | 'edit' | 'row' | 'view' | 'go' | 'help'

/** In the order of the palette while nothing is typed. */
export const commandTexts = [
  { id: 'go-product', title: 'Go to Products', group: 'Go to', menu: 'go', label: 'Products' },
  { id: 'go-image', title: 'Go to Images', group: 'Go to', menu: 'go', label: 'Images' },
  { id: 'go-vendor', title: 'Go to Vendors', group: 'Go to', menu: 'go', label: 'Vendors' },
  { id: 'go-category', title: 'Go to Categories', group: 'Go to', menu: 'go', label: 'Categories' },
  { id: 'go-source', title: 'Go to Sources', group: 'Go to', menu: 'go', label: 'Sources' },
  { id: 'go-attributes', title: 'Go to Attributes', group: 'Go to', menu: 'go', label: 'Attributes' },
  { id: 'go-classes', title: 'Go to Classes', group: 'Go to', menu: 'go', label: 'Classes' },
  { id: 'go-channels', title: 'Go to Channels', group: 'Go to', menu: 'go', label: 'Channels' },
  { id: 'go-trash', title: 'Go to Trash', group: 'Go to', menu: 'go', label: 'Trash' },
  { id: 'go-connect', title: 'Go to Connect', group: 'Go to', menu: 'go', label: 'Connect' },
  { id: 'go-api', title: 'Go to API and keys', group: 'Go to', menu: 'go', label: 'API and Keys' },
  { id: 'go-settings', title: 'Go to Settings', group: 'Go to', menu: 'go', label: 'Settings' },
  { id: 'go-backups', title: 'Go to Backups', group: 'Go to', menu: 'go', label: 'Backups' },
  { id: 'go-diagnostics', title: 'Go to Diagnostics', group: 'Go to', menu: 'help', label: 'Diagnostics' },
  {
    id: 'search',
    title: 'Search all text',
    group: 'Catalog',
    menu: 'edit',
    label: 'Quick Search',
    keys: 'Ctrl+Shift+F',
  },
  {
    id: 'find',
    title: 'Find in the rows shown',
    group: 'Catalog',
    menu: 'edit',
    label: 'Find…',
    keys: 'Ctrl+F',
  },
  {
    id: 'replace',
    title: 'Find and replace',
    group: 'Catalog',
    menu: 'edit',
    label: 'Find and Replace…',
    keys: 'Ctrl+H',
  },
  {
    id: 'add-row',
    title: 'Add a row at the end',
    group: 'Catalog',
    menu: 'row',
    label: 'Add Row at the End',
  },
  {
    id: 'insert-row',
    title: 'Insert a row below',
    group: 'Catalog',
    menu: 'row',
    label: 'Insert Row Below',
    keys: 'Ctrl+Enter',
  },
  {
    id: 'insert-row-above',
    title: 'Insert a row above',
    group: 'Catalog',
    menu: 'row',
    label: 'Insert Row Above',
    keys: 'Shift+Enter',
  },
  {
    id: 'duplicate-row',
    title: 'Duplicate the row',
    group: 'Catalog',
    menu: 'row',
    label: 'Duplicate Row',
    keys: 'Ctrl+Shift+D',
  },
  {
    id: 'add-variant',
    title: 'Add a variant of the product',
    group: 'Catalog',
    menu: 'row',
    label: 'Add Variant',
    keys: 'Ctrl+Shift+Enter',
  },
  {
    id: 'details',
    title: 'Show the details of the row',
    group: 'Catalog',
    menu: 'row',
    label: 'Show Details',
    keys: 'Space',
  },
  {
    id: 'trash-rows',
    title: 'Move the selected rows to the trash',
    group: 'Catalog',
    menu: 'row',
    label: 'Move to the Trash',
    keys: 'Ctrl+Delete',
  },
  {
    id: 'discard-row',
    title: 'Discard the new row',
    group: 'Catalog',
    menu: 'row',
    label: 'Discard New Row',
  },
  { id: 'copy-cells', title: 'Copy the selected cells', group: 'Catalog', keys: 'Ctrl+C' },
  {
    id: 'copy-with-headers',
    title: 'Copy with the names of the columns',
    group: 'Catalog',
    menu: 'edit',
    label: 'Copy With Column Names',
    keys: 'Ctrl+Shift+C',
  },
  { id: 'paste-cells', title: 'Paste into the selected cells', group: 'Catalog', keys: 'Ctrl+V' },
  {
    id: 'clear-cells',
    title: 'Clear the selected cells',
    group: 'Catalog',
    menu: 'edit',
    label: 'Clear Cells',
    keys: 'Delete',
  },
  {
    id: 'edit-cells',
    title: 'Compute, replace or change the selected cells',
    group: 'Catalog',
    menu: 'edit',
    label: 'Change Cells…',
  },
  {
    id: 'discard-refused',
    title: 'Discard all refused changes',
    group: 'Catalog',
    menu: 'edit',
    label: 'Discard All Refused',
  },
  {
    id: 'copy-ids',
    title: 'Copy the IDs of the selected rows',
    group: 'Catalog',
    menu: 'row',
    label: 'Copy IDs',
  },
  {
    id: 'copy-address',
    title: 'Copy the address of the row in the API',
    group: 'Catalog',
    menu: 'row',
    label: 'Copy API Address',
  },
  { id: 'undo', title: 'Undo', group: 'Catalog', menu: 'edit', keys: 'Ctrl+Z' },
  { id: 'redo', title: 'Redo', group: 'Catalog', menu: 'edit', keys: 'Ctrl+Y' },
  {
    id: 'go-to-row',
    title: 'Go to a row by its number',
    group: 'Catalog',
    menu: 'row',
    label: 'Go to Row…',
    keys: 'Ctrl+G',
  },
  {
    id: 'next-error',
    title: 'Go to the next refused change',
    group: 'Catalog',
    menu: 'row',
    label: 'Next Refused Change',
    keys: 'F8',
  },
  {
    id: 'collapse-groups',
    title: 'Collapse all groups',
    group: 'Catalog',
    menu: 'view',
    label: 'Collapse Groups',
  },
  {
    id: 'expand-groups',
    title: 'Expand all groups',
    group: 'Catalog',
    menu: 'view',
    label: 'Expand Groups',
  },
  {
    id: 'summary-row',
    title: 'Show or hide the summary row',
    group: 'Catalog',
    menu: 'view',
    label: 'Summary Row',
  },
  {
    id: 'class-columns',
    title: 'Show or hide the columns of the category’s classes',
    group: 'Catalog',
    menu: 'view',
    label: 'Columns of Classes',
  },
  { id: 'refresh', title: 'Load the rows again', group: 'Catalog', menu: 'row', label: 'Load Rows Again' },
  {
    id: 'import',
    title: 'Import a file',
    group: 'Catalog',
    menu: 'file',
    label: 'Import…',
    menuKeys: 'Ctrl+Shift+I',
  },
  {
    id: 'export',
    title: 'Export to a file',
    group: 'Catalog',
    menu: 'file',
    label: 'Export…',
    menuKeys: 'Ctrl+Shift+E',
  },
  {
    id: 'print',
    title: 'Print the rows',
    group: 'Catalog',
    menu: 'file',
    label: 'Print…',
    keys: 'Ctrl+P',
  },
  {
    id: 'add-attribute',
    title: 'Add an attribute',
    group: 'Catalog',
    menu: 'row',
    label: 'Add Attribute…',
  },
  {
    id: 'new-workspace',
    title: 'Create a workspace',
    group: 'Catalog',
    menu: 'file',
    label: 'New Workspace…',
  },
  { id: 'start', title: 'Show the start page', group: 'Catalog', menu: 'file', label: 'Start Page' },
  {
    id: 'shortcuts',
    title: 'Show the keyboard shortcuts',
    group: 'Catalog',
    menu: 'help',
    label: 'Keyboard Shortcuts',
    keys: 'F1',
  },
  {
    id: 'palette',
    title: 'Commands and places by name',
    group: 'Catalog',
    menu: 'go',
    label: 'Command or Entity…',
    keys: 'Ctrl+K',
  },
  {
    id: 'theme-system',
    title: 'Appearance: like the system',
    group: 'Look',
    menu: 'view',
    label: 'Appearance Like the System',
  },
  { id: 'theme-light', title: 'Appearance: light', group: 'Look', menu: 'view', label: 'Light Appearance' },
  { id: 'theme-dark', title: 'Appearance: dark', group: 'Look', menu: 'view', label: 'Dark Appearance' },
  {
    id: 'fold-sidebar',
    title: 'Fold or open the sidebar',
    group: 'Look',
    menu: 'view',
    label: 'Fold or Open the Sidebar',
    keys: 'Ctrl+B',
  },
  { id: 'density-compact', title: 'Density: compact', group: 'Look', menu: 'view', label: 'Compact Rows' },
  { id: 'density-normal', title: 'Density: normal', group: 'Look', menu: 'view', label: 'Normal Rows' },
  { id: 'density-roomy', title: 'Density: roomy', group: 'Look', menu: 'view', label: 'Roomy Rows' },
] as const satisfies readonly CommandText[]

export type CommandId = (typeof commandTexts)[number]['id']
