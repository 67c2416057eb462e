import { useEffect } from 'react'
import type { CommandId } from '#shared/commands.ts'
import { keysOf, tableOf } from '#shared/text.ts'
import { toggleClassColumns } from '../classes/class-columns-toggle.tsx'
import { toggleFacets } from '../facets/facets-button.tsx'
import { focusQuickSearch } from '../filters/quick-search.tsx'
import { gridCommandRuns, gridCommands, isSelectingCells } from '../grid/actions/grid-commands.ts'
import { mergeSelected } from '../grid/actions/merge-rows.ts'
import { searchSelected } from '../grid/actions/search-rows.ts'
import { findCommands } from '../grid/panels/find-state.ts'
import { createPlace, type View } from '../query/place.ts'
import type { QualityTab } from '../query/quality-place.ts'
import { goTo, goToStart } from '../query/use-place.ts'
import { density, theme, toggleSidebar } from '../state/appearance.ts'
import { startTour, type TourId, tourViews } from '../state/tour.ts'
import type { OpenDialog } from '../state/dialogs.ts'
import { mayRun, rightOfCommand } from '../state/command-rights.ts'
import type { CommandRuns } from '../state/commands.ts'
import { rightOfDialog } from '../state/dialog-rights.ts'
import { type May, type Right, whyNot } from '../state/rights.ts'
import { toChord } from '../ui/chord.ts'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'

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

/** The dialogs that need not be told anything. */
type PlainDialog =
  | 'import'
  | 'generate'
  | 'export'
  | 'worklist'
  | 'print'
  | 'add-attribute'
  | 'new-workspace'
  | 'shortcuts'
  | 'palette'

/** What each command does; the palette, the shortcuts and the menu of the desktop run the same table. */
export function createCommandRuns(workspaceId: string, openDialog: OpenDialog): CommandRuns {
  const beginTour = (id: TourId): void => {
    goTo(createPlace(workspaceId, tourViews[id]))
    startTour(id)
  }
  const open = (kind: PlainDialog) => () => openDialog({ kind })
  return {
    ...goRuns(workspaceId),
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
    'add-attribute': open('add-attribute'),
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

/** The same commands; those that the role of who is signed in does not allow say so. */
export function permitted(runs: CommandRuns, may: May): CommandRuns {
  const refuse = (id: CommandId) => () => {
    const right = rightOfCommand[id]
    if (right !== null) showRefusal(right)
  }
  return tableOf(keysOf(runs), (id) => (mayRun(may, id) ? runs[id] : refuse(id)))
}

/** The same of dialogs, whoever asks for them: a file may be dropped anywhere. */
export function permittedDialogs(open: OpenDialog, may: May): OpenDialog {
  return (request) => {
    const right = rightOfDialog[request.kind]
    if (right === null || may(right)) open(request)
    else showRefusal(right)
  }
}

function showRefusal(right: Right): void {
  showError(t('You may not do this'), { description: whyNot(right) })
}

/** The ways to the places of the workspace. */
function goRuns(workspaceId: string) {
  const go = (view: View) => () => goTo(createPlace(workspaceId, view))
  const goQuality = (tab: QualityTab) => () =>
    goTo({ ...createPlace(workspaceId, 'quality'), quality: { tab } })
  return {
    'go-product': go('product'),
    'go-image': go('image'),
    'go-vendor': go('vendor'),
    'go-category': go('category'),
    'go-source': go('source'),
    'go-attributes': go('attributes'),
    'go-classes': go('classes'),
    'go-channels': go('channels'),
    'go-changes': go('changes'),
    'go-notes': go('notes'),
    'go-jobs': go('jobs'),
    'go-review': go('review'),
    'go-quality': go('quality'),
    'go-quality-rules': goQuality('rules'),
    'go-quality-score': goQuality('score'),
    'go-trash': go('trash'),
    'go-connect': go('connect'),
    'go-api': go('api'),
    'go-providers': go('providers'),
    'go-spend': go('spend'),
    'go-settings': go('settings'),
    'go-backups': go('backups'),
    'go-replica': go('replica'),
    'go-diagnostics': go('diagnostics'),
    'go-help': go('help'),
    'go-news': go('news'),
  }
}

/** A text that is being edited comes first, then the grid. */
function travel(direction: 'undo' | 'redo'): void {
  const isText = isTextOrDialog(document.activeElement) && !isSelectingCells()
  if (isText) document.execCommand(direction)
  else gridCommands[direction]()
}

/** Texts and dialogs have an undo of their own. */
function isTextOrDialog(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, [contenteditable], [role="dialog"]') !== null
  )
}

/** Runs the commands of the desktop menu and the shortcuts of the page. */
export function useAppCommands(commands: CommandRuns): void {
  useEffect(() => {
    const stopListening = window.desktop?.onCommand((command) => commands[command]())
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
  }, [commands])
}
