import { randomUUID } from 'node:crypto'
import type { Comment, CommentReply } from '#shared/comments.ts'
import type { Actor } from '#shared/events.ts'
import type { NotificationKind, NotificationSubject, Role } from '#shared/team.ts'
import type { NewNotification, NotificationRow } from '../../registry/people-operations.ts'
import type { RegistryThread } from '../../threads/idle-thread.ts'
import type { Presence } from './presence.ts'
import type { TeamAccess } from './team-access.ts'

interface Parts {
  readonly registry: RegistryThread
  readonly presence: Presence
  readonly people: Pick<TeamAccess, 'members'>
}

const longestText = 300

/** Notifications of each person: stored in vitrine.db, and sent to their open pages at once. */
export class Notifications {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Notifies of a comment: mentioned people, and of a reply its recent authors. Nobody is notified of their
   * own words, nor twice, nor of words on a value that their role may not read.
   */
  async commented(workspaceId: string, comment: Comment, readers: readonly Role[]): Promise<void> {
    const reply = comment.replies.at(-1)
    const said: CommentReply = reply ?? comment
    const mentioned = new Set(said.mentions.map(({ id }) => id))
    const writers = reply ? new Set(idsOf([comment, ...comment.replies])) : new Set<string>()
    const { entity, attribute, id } = comment
    const text = said.text.slice(0, longestText)
    const subject = { comment_id: id, worklist_id: null, entity, attribute, text }
    await this.#add(workspaceId, said.author, subject, (person, role) => {
      if (!readers.includes(role)) return undefined
      if (mentioned.has(person)) return 'mention'
      return writers.has(person) ? 'reply' : undefined
    })
  }

  async assigned(
    workspaceId: string,
    worklist: { readonly id: string; readonly name: string },
    assignee: string,
    actor: Actor,
  ): Promise<void> {
    const none = { comment_id: null, entity: null, attribute: null }
    const subject = { ...none, worklist_id: worklist.id, text: worklist.name }
    await this.#add(workspaceId, actor, subject, (person) => (person === assignee ? 'assignment' : undefined))
  }

  list(personId: string): Promise<NotificationRow[]> {
    return this.#parts.registry.call('listNotifications', { personId })
  }

  async read(personId: string, ids: readonly string[] | undefined, isRead: boolean): Promise<void> {
    const { registry, presence } = this.#parts
    await registry.call('readNotifications', { personId, ids, readAt: isRead ? Date.now() : null })
    presence.notify('notified', { person: personId })
  }

  async #add(
    workspaceId: string,
    actor: Actor,
    subject: NotificationSubject,
    kindFor: (personId: string, role: Role) => NotificationKind | undefined,
  ): Promise<void> {
    const { registry, presence, people } = this.#parts
    const rows = people.members(workspaceId).flatMap(({ id: personId, role }): NewNotification[] => {
      const kind = personId === actor.id ? undefined : kindFor(personId, role)
      if (kind === undefined) return []
      return [{ uuid: randomUUID(), personId, workspaceId, kind, subject, actor, createdAt: Date.now() }]
    })
    if (rows.length === 0) return
    await registry.call('addNotifications', rows)
    for (const { personId } of rows) presence.notify('notified', { person: personId })
  }
}

function idsOf(said: readonly Pick<CommentReply, 'author'>[]): string[] {
  return said.flatMap(({ author }) => (author.type === 'user' && author.id !== null ? author.id : []))
}
