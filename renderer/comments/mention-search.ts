import type { NamedPerson } from '#shared/comments.ts'

/** What is typed of a mention in front of the caret, and where its `@` stands. */
export interface TypedMention {
  readonly at: number
  readonly text: string
}

const longestTyped = 40
const maxOffered = 6

/** The mention that is being typed; undefined where there is none. */
export function findTyped(text: string, caret: number): TypedMention | undefined {
  const before = text.slice(Math.max(0, caret - longestTyped), caret)
  const [, typed] = /(?:^|[^\p{L}\p{N}_.])@([^@\n]*)$/u.exec(before) ?? []
  return typed === undefined ? undefined : { at: caret - typed.length - 1, text: typed }
}

/** Who may be meant: whose name, or a word of it, begins so. */
export function findPeople(people: readonly NamedPerson[], typed: string): NamedPerson[] {
  const wanted = typed.toLowerCase()
  const begins = (name: string) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.split(/\s+/u).some((word) => word.startsWith(wanted))
  }
  // A mention that is complete is offered no more.
  return people.filter(({ name }) => begins(name) && name !== typed).slice(0, maxOffered)
}

/** The text with the whole name in the place of what was typed, and the caret behind it. */
export function complete(
  text: string,
  { at, text: typed }: TypedMention,
  name: string,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(at + 1 + typed.length)
  const space = rest.startsWith(' ') ? '' : ' '
  return { text: `${text.slice(0, at)}@${name}${space}${rest}`, caret: at + name.length + 2 }
}
