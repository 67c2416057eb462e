import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Membership } from '#shared/presence.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { colourOf, nowhere, othersIn, presence, sayWhere } from '../../state/presence.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { t } from '../../ui/text.ts'
import { CellBox, useRowChanges } from './cell-box.tsx'
import { useViewport } from './viewport.ts'
import '../../ui/face.css'
import './presence.css'

// More frames could not be distinguished.
const maxFrames = 60

export function PresenceFrames() {
  const { session } = useGrid()
  const me = useWorkspace().session.person?.id ?? ''
  const members = othersIn(useSelector(presence), session.type, me)
  const { firstRow, lastRow } = useSelector(useViewport().range)
  useSendPresence(session)
  useRowChanges()
  const placed = members.flatMap((member) => {
    const row = member.entity_id === null ? undefined : session.rowOf(member.entity_id)
    const isInView = row !== undefined && row >= firstRow && row <= lastRow
    return isInView && member.attribute !== null ? [{ member, row, columnId: member.attribute }] : []
  })
  return placed
    .slice(0, maxFrames)
    .map(({ member, ...cell }) => <PresenceFrame key={member.seat} member={member} cell={cell} />)
}

interface PresenceFrameProps {
  readonly member: Membership
  readonly cell: { readonly row: number; readonly columnId: string }
}

function PresenceFrame({ member: { person, is_typing: isTyping }, cell }: PresenceFrameProps) {
  const { session } = useGrid()
  const isShown = useSelector(session.geometry).indexById.has(cell.columnId)
  if (!isShown) return null
  const { name } = person
  return (
    <CellBox cell={cell}>
      <div
        className="presence-frame"
        data-person-colour={colourOf(person.id)}
        data-first={cell.row === 0 || undefined}
      >
        <span className="presence-name">{isTyping ? t('{name} is typing…', { name }) : name}</span>
      </div>
    </CellBox>
  )
}

function useSendPresence(session: GridSession): void {
  useEffect(() => {
    const { workspaceId } = session.api
    const send = (): void => sayWhere(workspaceId, whereIn(session))
    const subscriptions = [session.selection.subscribe(send), session.editor.subscribe(send)]
    send()
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
      sayWhere(workspaceId, nowhere)
    }
  }, [session])
}

/** The position of the cursor; an unsaved row is private. */
function whereIn(session: GridSession) {
  const { type } = session
  const editor = session.editor.get()
  if (editor) return placeOf(type, editor.entityId, editor.cell.columnId, true)
  const cursor = session.selection.get()?.cursor
  const entity = cursor && session.rowAt(cursor.row)
  return placeOf(type, entity?.id, cursor?.columnId, false)
}

function placeOf(type: EntityType, id: string | undefined, key: string | undefined, isTyping: boolean) {
  if (id === undefined || key === undefined || isDraftId(id)) return { ...nowhere, type }
  return { type, entity_id: id, attribute: key, is_typing: isTyping }
}
