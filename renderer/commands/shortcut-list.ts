import { cachedByLanguage, t } from '../ui/text.ts'

export interface Shortcut {
  readonly keys: readonly string[]
  readonly does: string
}

export interface ShortcutGroup {
  readonly name: string
  readonly shortcuts: readonly Shortcut[]
}

const everywhere = (): ShortcutGroup => ({
  name: t('Everywhere'),
  shortcuts: [
    { keys: ['Ctrl+K'], does: t('Commands, pages and entries by name') },
    { keys: ['F1'], does: t('This sheet') },
    { keys: ['Ctrl+F'], does: t('Find in the rows shown') },
    { keys: ['Ctrl+H'], does: t('Find and replace') },
    { keys: ['Ctrl+Shift+F'], does: t('Search all text') },
    { keys: ['Ctrl+P'], does: t('Print the rows') },
    { keys: ['F6'], does: t('Leave the grid') },
    { keys: [t('Esc')], does: t('Close what is open; cancel a drag') },
  ],
})

const movingInTheGrid = (): ShortcutGroup => ({
  name: t('Moving in the grid'),
  shortcuts: [
    { keys: [t('Arrow keys')], does: t('To the next cell') },
    { keys: ['Ctrl+Arrow'], does: t('To the edge') },
    { keys: ['Home', 'End'], does: t('To the first or last column') },
    { keys: ['Ctrl+Home', 'Ctrl+End'], does: t('To the first or last cell') },
    { keys: ['PageUp', 'PageDown'], does: t('A screen up or down') },
    { keys: ['Tab', 'Shift+Tab'], does: t('To the next or previous cell') },
    {
      keys: ['Alt+Shift+ArrowRight', 'Alt+Shift+ArrowLeft'],
      does: t('Open or close a group, or the variants of a product'),
    },
    { keys: ['Ctrl+G'], does: t('To a row by its number') },
    { keys: ['F8', 'Shift+F8'], does: t('To the next or previous rejected change') },
    { keys: ['F9'], does: t('To the next empty cell that is required') },
    { keys: ['Shift+F9'], does: t('To the next row that still matches') },
  ],
})

const inTheHeader = (): ShortcutGroup => ({
  name: t('In the header'),
  shortcuts: [
    { keys: ['Enter', 'Shift+Enter'], does: t('Sort by the column, or add it to the order') },
    { keys: ['Alt+Down'], does: t('Menu of the column') },
    { keys: ['F2'], does: t('Rename the column') },
    { keys: ['Shift+Left', 'Shift+Right'], does: t('Narrower or wider') },
    { keys: ['Ctrl+Left', 'Ctrl+Right'], does: t('Move the column') },
  ],
})

const selecting = (): ShortcutGroup => ({
  name: t('Selecting'),
  shortcuts: [
    { keys: ['Shift+Arrow'], does: t('Extend the selection') },
    { keys: ['Ctrl+Shift+Arrow'], does: t('Extend it to the edge') },
    { keys: ['Ctrl+Space', 'Shift+Space'], does: t('Whole columns or rows') },
    { keys: ['Ctrl+A'], does: t('Everything') },
  ],
})

const editing = (): ShortcutGroup => ({
  name: t('Editing'),
  shortcuts: [
    { keys: [t('Type¦to do')], does: t('Replace the value') },
    { keys: ['Enter', 'F2'], does: t('Edit the value') },
    { keys: [t('Esc')], does: t('Leave it as it was') },
    { keys: ['Ctrl+Enter'], does: t('While typing: into all selected cells') },
    {
      keys: ['Tab', 'Enter'],
      does: t('In a selected range: its next cell, across or down (Shift: the one before)'),
    },
    { keys: ['Tab … Enter'], does: t('After typing: the next row, in the column where Tab began') },
    { keys: ['Delete'], does: t('Clear the selected cells') },
    { keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+V'], does: t('Copy, cut and paste') },
    { keys: ['Ctrl+Shift+C'], does: t('Copy with the names of the columns') },
    { keys: ['Ctrl+D', 'Ctrl+R'], does: t('Fill down or to the right') },
    { keys: ['Ctrl+;'], does: t('Today’s date') },
    { keys: ['Ctrl+Z', 'Ctrl+Y'], does: t('Undo and redo') },
    { keys: ['Space'], does: t('Switch a checkbox') },
    { keys: ['Alt+Enter'], does: t('Open a link') },
  ],
})

const rowsAndDetails = (): ShortcutGroup => ({
  name: t('Rows and details'),
  shortcuts: [
    { keys: ['Ctrl+Enter', 'Shift+Enter'], does: t('Insert a row below or above') },
    { keys: ['Ctrl+Shift++'], does: t('Add a row at the end') },
    { keys: ['Shift+F10'], does: t('Menu of what is selected') },
    { keys: ['Ctrl+Shift+Enter'], does: t('Add a variant of the product') },
    { keys: ['Ctrl+Shift+D'], does: t('Duplicate the row') },
    { keys: ['Shift+F2'], does: t('Leave a note or to-do on the cell') },
    { keys: ['Ctrl+Alt+M'], does: t('In a team: comment on the cell') },
    { keys: ['Ctrl+Delete'], does: t('Move the selected rows to the trash') },
    { keys: ['Space'], does: t('Show the details; once more to go into them') },
    { keys: ['Alt+Up', 'Alt+Down'], does: t('In the details: the row above or below') },
  ],
})

export const shortcutGroups = cachedByLanguage((): readonly ShortcutGroup[] => [
  everywhere(),
  movingInTheGrid(),
  inTheHeader(),
  selecting(),
  editing(),
  rowsAndDetails(),
])
