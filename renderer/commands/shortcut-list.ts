/** A shortcut: its keys as they are printed, alternatives apart, and what it does. */
export interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

export interface ShortcutGroup {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

/** Every shortcut of the app, for the sheet that F1 opens. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    name: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl+K'], does: 'Commands, places and entities by name' },
      { keys: ['F1'], does: 'This sheet' },
      { keys: ['Ctrl+F'], does: 'Find in the rows shown' },
      { keys: ['Ctrl+H'], does: 'Find and replace' },
      { keys: ['Ctrl+Shift+F'], does: 'Search all text' },
      { keys: ['Ctrl+P'], does: 'Print the rows' },
      { keys: ['F6'], does: 'Leave the grid' },
      { keys: ['Esc'], does: 'Close what is open; give up a drag' },
    ],
  },
  {
    name: 'Moving in the grid',
    shortcuts: [
      { keys: ['Arrow keys'], does: 'To the next cell' },
      { keys: ['Ctrl+Arrow'], does: 'To the edge' },
      { keys: ['Home', 'End'], does: 'To the first or last column' },
      { keys: ['Ctrl+Home', 'Ctrl+End'], does: 'To the first or last cell' },
      { keys: ['PageUp', 'PageDown'], does: 'A screen up or down' },
      { keys: ['Tab', 'Shift+Tab'], does: 'To the next cell or the one before' },
      {
        keys: ['Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft'],
        does: 'Open or close a group, or the variants of a product',
      },
      { keys: ['Ctrl+G'], does: 'To a row by its number' },
      { keys: ['F8', 'Shift+F8'], does: 'To the next refused change or the one before' },
      { keys: ['F9'], does: 'To the next empty cell that is required' },
    ],
  },
  {
    name: 'In the header',
    shortcuts: [
      { keys: ['Enter', 'Shift+Enter'], does: 'Sort by the column, or by it too' },
      { keys: ['Alt+Down'], does: 'Menu of the column' },
      { keys: ['F2'], does: 'Rename the column' },
      { keys: ['Shift+Left', 'Shift+Right'], does: 'Narrower or wider' },
      { keys: ['Ctrl+Left', 'Ctrl+Right'], does: 'Move the column' },
    ],
  },
  {
    name: 'Selecting',
    shortcuts: [
      { keys: ['Shift+Arrow'], does: 'Extend the selection' },
      { keys: ['Ctrl+Shift+Arrow'], does: 'Extend it to the edge' },
      { keys: ['Ctrl+Space', 'Shift+Space'], does: 'Whole columns or rows' },
      { keys: ['Ctrl+A'], does: 'Everything' },
    ],
  },
  {
    name: 'Editing',
    shortcuts: [
      { keys: ['Type'], does: 'Replace the value' },
      { keys: ['Enter', 'F2'], does: 'Edit the value' },
      { keys: ['Esc'], does: 'Leave it as it was' },
      { keys: ['Ctrl+Enter'], does: 'While typing: into all selected cells' },
      {
        keys: ['Tab', 'Enter'],
        does: 'In a selected range: its next cell, across or down (Shift: the one before)',
      },
      { keys: ['Tab … Enter'], does: 'After typing: the next row, in the column where Tab began' },
      { keys: ['Delete'], does: 'Clear the selected cells' },
      { keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'], does: 'Copy, cut and paste' },
      { keys: ['Ctrl+Shift+C'], does: 'Copy with the names of the columns' },
      { keys: ['Ctrl+D', 'Ctrl+R'], does: 'Fill down or to the right' },
      { keys: ['Ctrl+;'], does: 'Today’s date' },
      { keys: ['Ctrl+Z', 'Ctrl+Y'], does: 'Undo and redo' },
      { keys: ['Space'], does: 'Switch a checkbox' },
      { keys: ['Alt+Enter'], does: 'Open a link' },
    ],
  },
  {
    name: 'Rows and details',
    shortcuts: [
      { keys: ['Ctrl+Enter', 'Shift+Enter'], does: 'Insert a row below or above' },
      { keys: ['Ctrl+Shift++'], does: 'Add a row at the end' },
      { keys: ['Shift+F10'], does: 'Menu of what is selected' },
      { keys: ['Ctrl+Shift+Enter'], does: 'Add a variant of the product' },
      { keys: ['Ctrl+Shift+D'], does: 'Duplicate the row' },
      { keys: ['Ctrl+Delete'], does: 'Move the selected rows to the trash' },
      { keys: ['Space'], does: 'Show the details; once more to go into them' },
      { keys: ['Alt+Up', 'Alt+Down'], does: 'In the details: the row above or below' },
    ],
  },
]
