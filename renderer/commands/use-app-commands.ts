import { useEffect } from 'react'
import type { MenuCommand } from '#shared/desktop-bridge.ts'
import { gridCommands } from '../grid/grid-commands.ts'
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
    'quick-search': focusQuickSearch,
    ...findCommands,
    'theme-system': () => chooseTheme('system'),
    'theme-light': () => chooseTheme('light'),
    'theme-dark': () => chooseTheme('dark'),
  }
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
    const onKeyDown = (event: KeyboardEvent): void => {
      const run = event.defaultPrevented ? undefined : shortcuts[chordOf(event)]
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
