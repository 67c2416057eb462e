import { ownerNoteRoutes } from '#shared/routes/notes.ts'
import { area } from '../edge/area.ts'

/** What the grid asks of notes, and their removal. */
export const ownerNoteArea = area(ownerNoteRoutes, {
  'GET /grid/notes': ({ workspace, query, faults, client }) =>
    workspace.call('summarizeNotes', { ...query, faults }, client),

  'DELETE /notes/{id}': ({ workspace, params, faults, context }) =>
    workspace.call('deleteNote', { ...params, faults, context }),
})
