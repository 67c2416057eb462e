import { emptyGridQuery } from '../query/grid-query.ts'
import type { Note } from '#shared/notes.ts'
import { NotesPage } from '../notes/notes-page.tsx'
import { goTo, everything } from '../query/location.ts'
import { useAllColumns } from '../query/use-grid-columns.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'
import { useWorkspace } from '../state/workspace-context.ts'

export function AllNotesPage() {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const placeOf = ({ entity }: Note) => ({
    workspaceId: api.workspaceId,
    view: entity.type,
    savedView: everything,
    query: { ...emptyGridQuery, clauses: [{ key: 'id', operator: 'eq', value: entity.id }] },
  })
  const show = (note: Note): void => {
    if (note.attribute !== null) gridLayoutOf(api.workspaceId, note.entity.type).seek(note.attribute)
    goTo(placeOf(note))
  }
  const nameOf = ({ entity, attribute }: Note) =>
    columns[entity.type].find(({ id }) => id === attribute)?.name
  return <NotesPage placeOf={placeOf} nameOfAttribute={nameOf} onShow={show} />
}
