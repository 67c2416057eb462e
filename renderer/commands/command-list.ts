import { entityTypes } from '#shared/entities.ts'
import { findCommands } from '../grid/panels/find-state.ts'
import { focusQuickSearch } from '../filters/quick-search.tsx'
import { gridCommands } from '../grid/grid-commands.ts'
import { startOf, type View } from '../navigation/place.ts'
import { goTo } from '../navigation/use-place.ts'
import { chooseDensity } from '../settings/density.ts'
import type { OpenDialog } from '../shell/dialogs.ts'
import { typeTexts } from '../shell/entity-types.ts'
import { chooseTheme } from '../theme/theme.ts'
import type { RankedItem } from './rank-items.ts'

/** Something the palette can run. */
export interface Command extends RankedItem {
  /** What stands beside it: the group it belongs to. */
  readonly group: string
  readonly keys?: string
  readonly run: () => void
}

const pages: readonly (readonly [View, string])[] = [
  ['attributes', 'Attributes'],
  ['channels', 'Channels'],
  ['trash', 'Trash'],
  ['connect', 'Connect'],
  ['api', 'API and keys'],
  ['settings', 'Settings'],
]

/** Everything that can be done by name, in the order of the palette while nothing is typed. */
export function createCommandList(workspaceId: string, openDialog: OpenDialog): readonly Command[] {
  const go = (view: View, title: string): Command => ({
    id: `go-${view}`,
    title: `Go to ${title}`,
    group: 'Go to',
    run: () => goTo(startOf(workspaceId, view)),
  })
  return [
    ...entityTypes.map((type) => go(type, typeTexts[type].plural)),
    ...pages.map(([view, title]) => go(view, title)),
    ...catalogCommands(openDialog),
    ...lookCommands,
  ]
}

function catalogCommands(openDialog: OpenDialog): readonly Command[] {
  const command = (id: string, title: string, run: () => void, keys?: string): Command => ({
    id,
    title,
    group: 'Catalog',
    run,
    ...(keys !== undefined && { keys }),
  })
  return [
    command('search', 'Search all text', focusQuickSearch, 'Ctrl+Shift+F'),
    command('find', 'Find in the rows shown', findCommands.find, 'Ctrl+F'),
    command('replace', 'Find and replace', findCommands.replace, 'Ctrl+H'),
    command('add-row', 'Add a row', gridCommands.addRow, 'Ctrl+Enter'),
    command('details', 'Show the details of the row', gridCommands.showDetails, 'Space'),
    command('undo', 'Undo', gridCommands.undo, 'Ctrl+Z'),
    command('redo', 'Redo', gridCommands.redo, 'Ctrl+Y'),
    command('go-to-row', 'Go to a row by its number', gridCommands.goToRow, 'Ctrl+G'),
    command('next-error', 'Go to the next refused change', gridCommands.nextError, 'F8'),
    command('collapse-groups', 'Collapse all groups', gridCommands.collapseGroups),
    command('expand-groups', 'Expand all groups', gridCommands.expandGroups),
    command('refresh', 'Load the rows again', gridCommands.refresh),
    command('import', 'Import a CSV file', () => openDialog({ kind: 'import' })),
    command('add-attribute', 'Add an attribute', () => openDialog({ kind: 'add-attribute' })),
    command('new-workspace', 'Create a workspace', () => openDialog({ kind: 'new-workspace' })),
    command('shortcuts', 'Show the keyboard shortcuts', () => openDialog({ kind: 'shortcuts' }), 'F1'),
  ]
}

const lookCommands: readonly Command[] = [
  look('theme-system', 'Appearance: like the system', () => chooseTheme('system')),
  look('theme-light', 'Appearance: light', () => chooseTheme('light')),
  look('theme-dark', 'Appearance: dark', () => chooseTheme('dark')),
  look('density-compact', 'Density: compact', () => chooseDensity('compact')),
  look('density-normal', 'Density: normal', () => chooseDensity('normal')),
  look('density-roomy', 'Density: roomy', () => chooseDensity('roomy')),
]

function look(id: string, title: string, run: () => void): Command {
  return { id, title, group: 'Look', run }
}
