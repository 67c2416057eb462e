import { useEffect } from 'react'
import type { MenuCommand } from '#shared/desktop-bridge.ts'
import { gridCommands, isSelectingCells } from '../grid/grid-commands.ts'
import { chordOf } from '../grid/view/keyboard.ts'
import { findCommands } from '../grid/panels/find-state.ts'
import { focusQuickSearch } from '../filters/quick-search.tsx'
import type { OpenDialog } from '../shell/dialogs.ts'
import { chooseTheme } from '../theme/theme.ts'

/** What each command of the menu does; the shell's menu and the shortcuts run the same table. */
function createCommands(openDialog: OpenDialog): Readonly<Record<MenuCommand, () => void>> {
  return {
    import: () => openDialog({ kind: 'import' }),
    'add-attribute': () => openDialog({ kind: 'add-attribute' }),
    'add-row': () => gridCommands.addRow(),
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    'quick-search': focusQuickSearch,
    ...findCommands,
    'theme-system': () => chooseTheme('system'),
    'theme-light': () => chooseTheme('light'),
    'theme-dark': () => chooseTheme('dark'),
  }
}

/** Of the menu's undo a text that is being edited comes first, then the grid. */
function travel(direction: 'undo' | 'redo'): void {
  const isText = isTextOrDialog(document.activeElement) && !isSelectingCells()
  if (isText) document.execCommand(direction)
  else gridCommands[direction]()
}

function isTextOrDialog(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
  )
}

/** Runs the commands of the desktop menu and the shortcuts of the page. */
export function useAppCommands(openDialog: OpenDialog): void {
  useEffect(() => {
    const commands = createCommands(openDialog)
    const stopListening = window.desktop?.onCommand((command) => commands[command]())
    const shortcuts: Readonly<Record<string, () => void>> = {
      'Ctrl+F': commands.find,
      'Ctrl+H': commands.replace,
      'Ctrl+Shift+F': commands['quick-search'],
      'Ctrl+K': () => openDialog({ kind: 'palette' }),
      F1: () => openDialog({ kind: 'shortcuts' }),
    }
    const history: Readonly<Record<string, () => void>> = {
      'Ctrl+Z': commands.undo,
      'Ctrl+Shift+Z': commands.redo,
      'Ctrl+Y': commands.redo,
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const chord = event.defaultPrevented ? '' : chordOf(event)
      // Texts and dialogs have an undo of their own.
      const run = shortcuts[chord] ?? (isTextOrDialog(event.target) ? undefined : history[chord])
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      stopListening?.()
      window.removeEventListener('keydown', onKeyDown)
    }
  }, [openDialog])
}
