import { compareTexts } from '#shared/text-order.ts'
import { useSelector } from '@tanstack/react-store'
import type { EntityType } from '#shared/entities.ts'
import type { Membership } from '#shared/presence.ts'
import { select } from '../actions/navigation.ts'
import { openSession } from '../actions/open-sessions.ts'
import { selectCell } from '../model/selection.ts'
import { colourOf, initialsOf, othersIn, presence } from '../../state/presence.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Face } from '../../ui/kbd.tsx'
import { t } from '../../ui/text.ts'
import { Tooltip } from '../../ui/popover.tsx'
import './presence.css'

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
