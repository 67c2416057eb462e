import { type ChangeAction, keyOfActor } from '#shared/events.ts'

/** One action, or several edits that somebody made one after the other, the newest first. */
export interface ShownAction extends ChangeAction {
  /** The edits to undo, the newest first; none where something else than edits was done. */
  readonly edits: readonly string[]
}

const pauseMs = 10 * 60 * 1000
/** An undo sends one request for each edit. */
const maxEdits = 50

/** Puts cells that somebody typed one after the other together, so that twenty of them are one action. */
export function mergeActions(actions: readonly ChangeAction[]): ShownAction[] {
  const shown: ShownAction[] = []
  for (const action of actions) {
    const last = shown.at(-1)
    if (last && isContinued(action, last)) shown.splice(-1, 1, join(action, last))
    else shown.push({ ...action, edits: action.edit_id === null ? [] : [action.edit_id] })
  }
  return shown
}

function isContinued(earlier: ChangeAction, later: ShownAction): boolean {
  return (
    earlier.job === null &&
    later.job === null &&
    earlier.via === later.via &&
    keyOfActor(earlier.actor) === keyOfActor(later.actor) &&
    isSameDeed(earlier, later) &&
    Date.parse(later.started_at) - Date.parse(earlier.ended_at) < pauseMs
  )
}

/** Whether both wrote values of the same attributes, or both added entities of the same types. */
function isSameDeed(earlier: ChangeAction, later: ShownAction): boolean {
  const [kind] = later.kinds
  if (kind === undefined || later.kinds.length > 1 || String(earlier.kinds) !== kind) return false
  if (kind === 'entity.created') return typesOf(earlier) === typesOf(later)
  const hasRoom = later.edits.length > 0 && later.edits.length < maxEdits
  return (
    kind === 'entity.updated' &&
    hasRoom &&
    earlier.edit_id !== null &&
    attributesOf(earlier) === attributesOf(later)
  )
}

function typesOf({ subjects }: ChangeAction): string {
  return subjects.map(({ type }) => type).join()
}

function attributesOf({ attributes }: ChangeAction): string {
  return attributes
    .map(({ entity_type: type, key }) => `${type} ${key}`)
    .sort()
    .join()
}

function join(earlier: ChangeAction, later: ShownAction): ShownAction {
  const isSame = earlier.entity !== null && earlier.entity.id === later.entity?.id
  const subjects = later.subjects.map(({ type, entities }) => ({
    type,
    entities: isSame
      ? entities
      : entities + (earlier.subjects.find((subject) => subject.type === type)?.entities ?? 0),
  }))
  return {
    ...later,
    first_sequence: earlier.first_sequence,
    started_at: earlier.started_at,
    events: later.events + earlier.events,
    is_whole: later.is_whole && earlier.is_whole,
    entity: isSame ? later.entity : null,
    subjects,
    edits:
      later.edits.length === 0 || earlier.edit_id === null || later.edits.length === maxEdits
        ? []
        : [...later.edits, earlier.edit_id],
  }
}
