import type { Actor, Change, EventRecord, EventVia } from '#shared/events.ts'
import type { NoteStatus } from '#shared/notes.ts'
import type { ChangedSince } from '#shared/jobs.ts'
import { formatAgo } from '../ui/format-count.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { present } from './rights.tsx'

export const deedTexts = cachedByLanguage((): Readonly<Record<EventRecord['event'], string>> => ({
  'entity.created': t('Created'),
  'entity.updated': t('Changed'),
  'entity.deleted': t('Moved to the trash'),
  'entity.restored': t('Restored from the trash'),
  'attribute.created': t('Attribute added'),
  'attribute.updated': t('Attribute changed'),
  'attribute.deleted': t('Attribute deleted'),
  'channel.created': t('Channel added'),
  'channel.updated': t('Channel changed'),
  'channel.deleted': t('Channel deleted'),
  'note.created': t('Note added'),
  'note.updated': t('Note changed'),
  'note.deleted': t('Note deleted'),
  'comment.created': t('Comment'),
  'comment.updated': t('Comment changed'),
  'comment.resolved': t('Comment resolved'),
  'webhook.created': t('Webhook added'),
  'webhook.updated': t('Webhook changed'),
  'webhook.deleted': t('Webhook deleted'),
  'automation.created': t('Automation added'),
  'automation.updated': t('Automation changed'),
  'automation.deleted': t('Automation deleted'),
  'feed.created': t('Feed added'),
  'feed.updated': t('Feed changed'),
  'feed.deleted': t('Feed deleted'),
  'job.completed': t('Job completed'),
  'job.failed': t('Job failed'),
  'job.cancelled': t('Job cancelled'),
}))

export const viaTexts = cachedByLanguage((): Readonly<Record<EventVia, string>> => ({
  app: t('in the app'),
  api: t('through the API'),
  mcp: t('through an agent'),
  import: t('through an import'),
  generation: t('through a generation'),
  source: t('from a source'),
  restore: t('through a restore'),
  automation: t('through an automation'),
  system: t('by itself'),
}))

export const viaNames = cachedByLanguage((): Readonly<Record<EventVia, string>> => ({
  app: t('The app'),
  api: t('The API'),
  mcp: t('Agents'),
  import: t('Imports'),
  generation: t('Generation'),
  source: t('Sources'),
  restore: t('Restores'),
  automation: t('Automations'),
  system: t('Vitrine itself'),
}))

export function nameActor({ type, name }: Actor): string {
  // In a team these are changes on the server's computer, or from a time on a desktop.
  if (type === 'owner') return present.get().isTeam ? t('somebody without an account') : t('you¦who did it')
  return name ?? (type === 'system' ? 'Vitrine' : t('a key that is gone'))
}

export function nameAuthor(actor: Actor): string {
  if (actor.type === 'owner') return present.get().isTeam ? t('Somebody without an account') : t('You')
  return actor.name ?? (actor.type === 'system' ? 'Vitrine' : t('A key that is gone'))
}

/** Names the person who has changed a value since, and when: `Price of Oak chair was changed by Ben 5 minutes ago, so it was left.` */
export function describeChangedSince(
  { label, changed_by: by, changed_at: at }: ChangedSince,
  name = t('A value'),
): string {
  const of = label === null ? name : t('{name} of {label}', { name, label })
  return by === null || at === null
    ? t('{name} has been changed since, so it was left.', { name: of })
    : t('{name} was changed by {who} {ago}, so it was left.', {
        name: of,
        who: nameActor(by),
        ago: formatAgo(at),
      })
}

const maxDescribed = 3

/** The first of them, and how many there are besides; undefined where there is none. */
export function describeAllChangedSince(
  left: readonly ChangedSince[],
  {
    count = left.length,
    nameOf,
  }: { readonly count?: number; readonly nameOf?: (key: string) => string | undefined } = {},
): string | undefined {
  if (left.length === 0) return undefined
  const described = left.slice(0, maxDescribed)
  const more = count - described.length
  return [
    ...described.map((each) => describeChangedSince(each, nameOf?.(each.attribute))),
    ...(more > 0 ? [t('And {count} more.', { count: more })] : []),
  ].join(' ')
}

/** An event in words: `Changed by ERP sync through the API`. */
export function describeEvent(event: EventRecord): string {
  return t('{deed} by {actor} {door}', {
    deed: describeMerge(event) ?? deedTexts()[event.event],
    actor: nameActor(event.actor),
    door: viaTexts()[event.via],
  })
}

const maxNamed = 5

function describeMerge({ merged_into: survivor, merged }: EventRecord): string | undefined {
  if (survivor) return t('Merged into {label}', { label: survivor.label ?? t('No name') })
  if (!merged) return undefined
  const labels = merged.slice(0, maxNamed).map(({ label }) => label ?? t('No name'))
  const left = merged.length - labels.length
  return left > 0
    ? t('Had {labels} and {left} more merged into it', { labels: labels.join(', '), left })
    : t('Had {labels} merged into it', { labels: labels.join(', ') })
}

const noteStatusTexts = cachedByLanguage((): Readonly<Record<NoteStatus, string>> => ({
  note: t('Note'),
  open: t('To-do'),
  done: t('Done¦to-do'),
}))

/**
 * Returns the changes of an event to show. The text of a note is no attribute, though an attribute may
 * have the same key.
 */
export function shownChanges({ note, changes }: EventRecord): readonly Change[] {
  return note === undefined ? changes : changes.map(wordNoteChange)
}

function wordNoteChange({ attribute, old, new: written }: Change): Change {
  if (attribute !== 'status') return { attribute: t('Text'), old, new: written }
  return { attribute: t('Kind'), old: wordStatus(old), new: wordStatus(written) }
}

function wordStatus(status: unknown): string | null {
  return Object.entries(noteStatusTexts()).find(([known]) => known === status)?.[1] ?? null
}
