import { useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { Membership } from '#shared/team.ts'
import { isDraftId } from '../data/draft-rows.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { colourOf, nowhere, othersIn, presence, sayWhere, initialsOf } from '../../state/presence.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { t } from '../../ui/text.ts'
import { CellBox, useRowChanges } from './cell-box.tsx'
import { useViewport } from './viewport.ts'
import '../../ui/face.css'
import './presence.css'
import { compareTexts } from '#shared/text-order.ts'
import { select } from '../actions/navigation.ts'
import { openSession } from '../actions/open-sessions.ts'
import { selectCell } from '../model/selection.ts'
import { Face } from '../../ui/kbd.tsx'
import { Tooltip } from '../../ui/popover.tsx'

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

const maxFaces = 5

export function PresenceFaces({ type }: { readonly type: EntityType }) {
  const { api, session } = useWorkspace()
  const members = onePerPerson(othersIn(useSelector(presence), type, session.person?.id ?? ''))
  if (members.length === 0) return null
  const more = members.length - maxFaces
  return (
    <ul className="presence-faces" aria-label={t('Also in this list')}>
      {members.slice(0, maxFaces).map((member) => (
        <li key={member.person.id}>
          <PersonFace member={member} onPress={() => goTo(api.workspaceId, type, member)} />
        </li>
      ))}
      {more > 0 && <li className="presence-more">{t('and {more} more', { more })}</li>}
    </ul>
  )
}

function PersonFace({ member, onPress }: { readonly member: Membership; readonly onPress: () => void }) {
  const { person, is_typing: isTyping } = member
  const { id, name } = person
  const label = isTyping ? t('{name} is typing…', { name }) : t('{name} is here too', { name })
  return (
    <Tooltip label={label}>
      <button
        type="button"
        className="presence-face"
        aria-label={label}
        data-typing={isTyping || undefined}
        onClick={onPress}
      >
        <Face initials={initialsOf(name)} colour={colourOf(id)} />
      </button>
    </Tooltip>
  )
}

function onePerPerson(members: readonly Membership[]): Membership[] {
  const weight = ({ is_typing: isTyping, entity_id: id }: Membership) => (isTyping ? 2 : id === null ? 0 : 1)
  const best = new Map<string, Membership>()
  for (const member of members) {
    const before = best.get(member.person.id)
    if (!before || weight(member) > weight(before)) best.set(member.person.id, member)
  }
  return [...best.values()].toSorted((one, other) => compareTexts(one.person.name, other.person.name))
}

function goTo(workspaceId: string, type: EntityType, { entity_id: id, attribute, person }: Membership): void {
  const session = openSession(workspaceId, type)
  const row = id === null ? undefined : session.rowOf(id)
  if (row === undefined || attribute === null || !session.geometry.get().indexById.has(attribute)) {
    session.announce(t('{name} is not in a cell that is loaded here.', { name: person.name }))
    return
  }
  select(session, selectCell({ row, columnId: attribute }))
  session.screen.focusInput()
}
