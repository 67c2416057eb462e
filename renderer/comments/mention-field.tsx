import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { maxCommentLength, type NamedPerson } from '#shared/comments.ts'
import { colourOf, initialsOf } from '../state/presence.ts'
import { toChord, Face } from '../ui/kbd.tsx'
import { t } from '../ui/text.ts'
import './comments.css'

interface MentionFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly rows: number
  readonly value: string
  readonly people: readonly NamedPerson[]
  readonly onChange: (text: string) => void
  readonly onSubmit: () => void
  /** Called on Escape, unless that closes a list. */
  readonly onLeave: () => void
  readonly field?: RefObject<HTMLTextAreaElement | null>
  readonly fieldName?: string
}

export function MentionField(props: MentionFieldProps) {
  const { label, placeholder, rows, value, onChange, onSubmit, onLeave, fieldName } = props
  const id = useId()
  const { own, offered, active, setActive, look, pick, close } = useMentions(props)
  const isOffering = offered.length > 0
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const parts = { offered, active, setActive, pick, close, onSubmit, onLeave }
    const act = keyActs(toChord(event), parts)
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  return (
    <div className="mention-field">
      <textarea
        ref={own}
        className="ui-control"
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOffering ? id : undefined}
        aria-activedescendant={isOffering ? `${id}-${active}` : undefined}
        {...{ placeholder, rows, value }}
        maxLength={maxCommentLength}
        data-field={fieldName}
        onChange={({ target }) => {
          onChange(target.value)
          look(target.value, target.selectionStart)
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOffering && <PeopleList {...{ id, offered, active, pick }} />}
    </div>
  )
}

interface PeopleListProps {
  readonly id: string
  readonly offered: readonly NamedPerson[]
  readonly active: number
  readonly pick: (person: NamedPerson) => void
}

function PeopleList({ id, offered, active, pick }: PeopleListProps) {
  return (
    <ul id={id} role="listbox" aria-label={t('People')} className="mention-list">
      {offered.map((person, index) => (
        <li
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="mention-option"
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => pick(person)}
        >
          <Face initials={initialsOf(person.name)} colour={colourOf(person.id)} />
          {person.name}
        </li>
      ))}
    </ul>
  )
}

interface KeyParts {
  readonly offered: readonly NamedPerson[]
  readonly active: number
  readonly setActive: (index: number) => void
  readonly pick: (person: NamedPerson) => void
  readonly close: () => void
  readonly onSubmit: () => void
  readonly onLeave: () => void
}

function keyActs(chord: string, parts: KeyParts): (() => void) | undefined {
  const { offered, active, setActive, pick, close, onSubmit, onLeave } = parts
  if (chord === 'Ctrl+Enter') return onSubmit
  if (offered.length === 0) return chord === 'Escape' ? onLeave : undefined
  const person = offered[active]
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive((active + 1) % offered.length),
    ArrowUp: () => setActive((active + offered.length - 1) % offered.length),
    Enter: () => person && pick(person),
    Tab: () => person && pick(person),
    Escape: close,
  }
  return keys[chord]
}

interface TypedMention {
  readonly at: number
  readonly text: string
}

const longestTyped = 40
const maxOffered = 6

export function findTyped(text: string, caret: number): TypedMention | undefined {
  const before = text.slice(Math.max(0, caret - longestTyped), caret)
  const [, typed] = /(?:^|[^\p{L}\p{N}_.])@([^@\n]*)$/u.exec(before) ?? []
  return typed === undefined ? undefined : { at: caret - typed.length - 1, text: typed }
}

/** Finds people whose name, or a word of it, begins with the text. */
export function findPeople(people: readonly NamedPerson[], typed: string): NamedPerson[] {
  const wanted = typed.toLowerCase()
  const begins = (name: string) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/u).some((word) => word.startsWith(wanted))
  }
  return people.filter(({ name }) => begins(name) && name !== typed).slice(0, maxOffered)
}

/** Replaces the typed part by the whole name; the caret goes after it. */
export function complete(
  text: string,
  { at, text: typed }: TypedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(at + 1 + typed.length)
  const space = rest.startsWith(' ') ? '' : ' '
  return { text: `${text.slice(0, at)}@${name}${space}${rest}`, caret: at + name.length + 2 }
}

function useMentions({ value, people, onChange, field }: MentionFieldProps) {
  const spare = useRef<HTMLTextAreaElement>(null)
  const own = field ?? spare
  const [typed, setTyped] = useState<ReturnType<typeof findTyped>>()
  const [active, setActive] = useState(0)
  const caret = useRef<number>(undefined)
  const offered = typed ? findPeople(people, typed.text) : []
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    own.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const close = (): void => setTyped(undefined)
  const pick = ({ name }: NamedPerson): void => {
    if (!typed) return
    const completed = complete(value, typed, name)
    caret.current = completed.caret
    onChange(completed.text)
    close()
  }
  const look = (text: string, at: number): void => {
    setTyped(findTyped(text, at))
    setActive(0)
  }
  return {
    own,
    offered,
    active: Math.min(active, Math.max(0, offered.length - 1)),
    setActive,
    look,
    pick,
    close,
  }
}
