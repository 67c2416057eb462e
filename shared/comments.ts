import type { NamedPerson } from './schemas/comments.ts'

export type {
  CellComments,
  Comment,
  CommentPatch,
  CommentReply,
  CommentSummary,
  NewComment,
  NewReply,
  NamedPerson,
} from './schemas/comments.ts'

export const commentStatuses = ['open', 'resolved'] as const
export type CommentStatus = (typeof commentStatuses)[number]

export const maxCommentLength = 2_000
export const maxReplies = 200
export const listedReplies = 20

export interface TextPart {
  readonly text: string
  readonly person?: NamedPerson
}

/**
 * Splits a text at its mentions: `@` and the whole name of a person, in any case; the longest name counts.
 * An `@` within a word, as in an address, is none.
 */
export function splitMentions(text: string, people: readonly NamedPerson[]): TextPart[] {
  const parts: TextPart[] = []
  let plain = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = isWithinWord(text, at) ? undefined : personAt(text, at + 1, people)
    if (!person) continue
    const end = at + 1 + person.name.length
    if (at > plain) parts.push({ text: text.slice(plain, at) })
    parts.push({ text: text.slice(at, end), person })
    plain = end
    at = end - 1
  }
  if (plain < text.length) parts.push({ text: text.slice(plain) })
  return parts
}

/** Returns the mentioned people of a text, each once; all people of a shared name. */
export function findMentions(text: string, people: readonly NamedPerson[]): NamedPerson[] {
  const names = new Set(
    splitMentions(text, people).flatMap(({ person }) => (person ? fold(person.name) : [])),
  )
  return people.filter(({ name }) => names.has(fold(name))).map(({ id, name }) => ({ id, name }))
}

function isWithinWord(text: string, at: number): boolean {
  return at > 0 && /[\p{L}\p{N}_.]/u.test(text.charAt(at - 1))
}

function personAt(text: string, start: number, people: readonly NamedPerson[]): NamedPerson | undefined {
  let found: NamedPerson | undefined
  for (const person of people) {
    const { length } = person.name
    const isLonger = length > (found?.name.length ?? 0)
    if (
      isLonger &&
      fold(text.slice(start, start + length)) === fold(person.name) &&
      isEnd(text, start + length)
    )
      found = person
  }
  return found
}

function isEnd(text: string, at: number): boolean {
  return !/[\p{L}\p{N}_]/u.test(text.charAt(at))
}

function fold(name: string): string {
  return name.toLowerCase()
}
