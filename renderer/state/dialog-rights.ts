import type { DialogRequest } from './dialogs.ts'
import type { Right } from './rights.ts'

/** What each dialog of the window changes; null where it changes nothing. */
export const rightOfDialog: Readonly<Record<DialogRequest['kind'], Right | null>> = {
  import: 'imports',
  export: null,
  generate: 'generation',
  worklist: 'worklists',
  print: null,
  merge: 'merging',
  'saved-action': 'rows',
  'add-attribute': 'attributes',
  'edit-attribute': 'attributes',
  'delete-attribute': 'attributes',
  'job-report': null,
  'new-workspace': 'workspaces',
  palette: null,
  shortcuts: null,
  consent: null,
}
