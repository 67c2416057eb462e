import type { CommandId } from '#shared/commands.ts'
import type { May, Right } from './rights.tsx'

/** The right that each command needs; null if it needs none. */
export const rightOfCommand: Readonly<Record<CommandId, Right | null>> = {
  search: null,
  find: null,
  replace: 'rows',
  'add-row': 'rows',
  'insert-row': 'rows',
  'insert-row-above': 'rows',
  'duplicate-row': 'rows',
  'add-variant': 'rows',
  variants: 'rows',
  'join-variants': 'rows',
  'part-variants': 'rows',
  details: null,
  'value-origin': null,
  'trash-rows': 'trash',
  'discard-row': 'rows',
  'cut-cells': 'values',
  'copy-cells': null,
  'copy-with-headers': null,
  'copy-as-markdown': null,
  'copy-as-json': null,
  'copy-without-pictures': null,
  'move-rows-up': 'values',
  'move-rows-down': 'values',
  'fill-to-end': 'values',
  'paste-cells': 'values',
  'clear-cells': 'values',
  'edit-cells': 'rows',
  'discard-refused': 'values',
  'add-note': 'notes',
  'add-comment': 'comments',
  'new-worklist': 'worklists',
  'compare-rows': null,
  'merge-rows': 'merging',
  'search-rows': 'duplicates',
  'copy-ids': null,
  'copy-address': null,
  undo: 'rows',
  redo: 'rows',
  'go-to-row': null,
  'next-error': null,
  'next-missing': null,
  'next-left': null,
  'collapse-groups': null,
  'expand-groups': null,
  'summary-row': null,
  'class-columns': null,
  refresh: null,
  import: 'imports',
  generate: 'generation',
  export: null,
  print: null,
  'add-attribute': 'attributes',
  'new-workspace': 'workspaces',
  start: null,
  shortcuts: null,
  'tour-edit': 'rows',
  'tour-import': 'imports',
  'tour-publish': 'channels',
  palette: null,
  'theme-system': null,
  'theme-light': null,
  'theme-dark': null,
  facets: null,
  'fold-sidebar': null,
  'density-compact': null,
  'density-normal': null,
  'density-roomy': null,
}

export function mayRun(may: May, id: CommandId): boolean {
  const right = rightOfCommand[id]
  return right === null || may(right)
}

export type CommandRuns = Readonly<Record<CommandId, () => void>>

export interface NamedCommand {
  readonly id: string
  readonly title: string
  readonly run: () => void
}
