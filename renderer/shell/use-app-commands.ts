import { useEffect } from 'react'
import { isTextOrDialog } from './command-runs.ts'
import { chordOf } from '../ui/chord.ts'
import type { CommandRuns } from '../state/commands.ts'

/** Runs the commands of the desktop menu and the shortcuts of the page. */
export function useAppCommands(commands: CommandRuns): void {
  useEffect(() => {
    const stopListening = window.desktop?.onCommand((command) => commands[command]())
    const shortcuts: Readonly<Record<string, () => void>> = {
      'Ctrl+F': commands.find,
      'Ctrl+H': commands.replace,
      'Ctrl+Shift+F': commands.search,
      'Ctrl+K': commands.palette,
      'Ctrl+P': commands.print,
      F1: commands.shortcuts,
    }
    const history: Readonly<Record<string, () => void>> = {
      'Ctrl+Z': commands.undo,
      'Ctrl+Shift+Z': commands.redo,
      'Ctrl+Y': commands.redo,
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const chord = event.defaultPrevented ? '' : chordOf(event)
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
  }, [commands])
}
