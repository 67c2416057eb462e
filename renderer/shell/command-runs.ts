import { useEffect } from 'react'
import { findEntityType } from '#shared/entities.ts'
import { keysOf, tableOf } from '#shared/text.ts'
import { toggleClassColumns } from '../classes/class-columns-toggle.tsx'
import { toggleFacets } from '../facets/beside-facets.tsx'
import { focusQuickSearch } from '../filters/quick-search.tsx'
import { gridCommandRuns, gridCommands, isSelectingCells } from '../grid/actions/grid-commands.ts'
import { mergeSelected, searchSelected } from '../grid/actions/search-rows.ts'
import { findCommands } from '../grid/panels/use-find.ts'
import { createLocation, goTo, goToStart, parseLocation } from '../query/location.ts'
import { openAttribute } from '../state/attribute-page.ts'
import { density, theme, toggleSidebar } from '../state/appearance.ts'
import { startTour, type TourId, tourViews } from '../state/tour.ts'
import type { OpenDialog, PlainDialog } from '../state/dialogs.ts'
import type { CommandRuns } from '../state/command-rights.ts'
import { type May, type Right, whyNot } from '../state/rights.tsx'
import { toChord } from '../ui/kbd.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import type { GoRuns } from './page-commands.ts'

const lookRuns = {
  'theme-system': () => theme.choose('system'),
  'theme-light': () => theme.choose('light'),
  'theme-dark': () => theme.choose('dark'),
  'density-compact': () => density.choose('compact'),
  'density-normal': () => density.choose('normal'),
  'density-roomy': () => density.choose('roomy'),
  'fold-sidebar': toggleSidebar,
  facets: toggleFacets,
}

export interface AppRuns {
  readonly commands: CommandRuns
  readonly pages: GoRuns
}

/** The implementation of each command: the palette, the shortcuts and the desktop menu share this table. */
export function createCommandRuns(workspaceId: string, openDialog: OpenDialog): CommandRuns {
  const beginTour = (id: TourId): void => {
    goTo(createLocation(workspaceId, tourViews[id]))
    startTour(id)
  }
  const open = (kind: PlainDialog) => () => openDialog({ kind })
  return {
    search: focusQuickSearch,
    ...findCommands,
    ...gridCommandRuns,
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    'class-columns': toggleClassColumns,
    'merge-rows': () => mergeSelected(openDialog),
    'search-rows': searchSelected,
    import: open('import'),
    generate: open('generate'),
    export: open('export'),
    print: open('print'),
    'new-worklist': open('worklist'),
    'add-attribute': () => {
      const { view } = parseLocation(window.location.search)
      openAttribute(workspaceId, findEntityType(view) ?? 'product')
    },
    'new-workspace': open('new-workspace'),
    start: goToStart,
    shortcuts: open('shortcuts'),
    palette: open('palette'),
    'tour-edit': () => beginTour('edit'),
    'tour-import': () => beginTour('import'),
    'tour-publish': () => beginTour('publish'),
    ...lookRuns,
  }
}

/** Returns the same commands; forbidden ones show a message. */
export function permitted<Id extends string>(
  runs: Readonly<Record<Id, () => void>>,
  rightOf: (id: Id) => Right | null,
  may: May,
): Readonly<Record<Id, () => void>> {
  return tableOf(keysOf(runs), (id) => {
    const right = rightOf(id)
    return right === null || may(right) ? runs[id] : () => showRefusal(right)
  })
}

export function showRefusal(right: Right): void {
  showError(t('You may not do this'), { description: whyNot(right) })
}

/** An edited text takes precedence over the grid. */
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

export function useAppCommands({ commands, pages }: AppRuns): void {
  useEffect(() => {
    const all = { ...commands, ...pages }
    const stopListening = window.desktop?.onCommand((command) => all[command]())
    const shortcuts: Readonly<Record<string, () => void>> = {
      'Ctrl+F': commands.find,
      'Ctrl+H': commands.replace,
      'Ctrl+Shift+F': commands.search,
      'Ctrl+Shift+L': commands.facets,
      'Ctrl+K': commands.palette,
      'Ctrl+B': commands['fold-sidebar'],
      'Ctrl+P': commands.print,
      F1: commands.shortcuts,
    }
    const history: Readonly<Record<string, () => void>> = {
      'Ctrl+Z': commands.undo,
      'Ctrl+Shift+Z': commands.redo,
      'Ctrl+Y': commands.redo,
    }
    const onKeyDown = (event: KeyboardEvent): void => {
      const chord = event.defaultPrevented ? '' : toChord(event)
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
  }, [commands, pages])
}
