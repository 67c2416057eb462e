import type { AuditAction } from './schemas/team.ts'

/**
 * The source of a text in an audit entry: a member of the path, the body or the answer, such as
 * `answer.data.name`. A list gives all values, an object only the names of its members, and
 * `name:body.file` the name of a file without its folder.
 */
type Source = `${'name:' | ''}${'params' | 'body' | 'answer'}${string}`

export interface AuditedAction {
  readonly action: AuditAction
  readonly when?: Source
  readonly subject?: Source
  readonly workspace?: Source
  readonly details?: Readonly<Record<string, Source>>
}

/** The entries of one call; each is written where its `when` is there. */
export type AuditEntries = AuditedAction | readonly AuditedAction[]

export interface AuditedCall {
  readonly params: unknown
  readonly body: unknown
  readonly answer: unknown
}

const maxLength = 254

export function readSource(source: Source, call: AuditedCall): string | undefined {
  const isName = source.startsWith('name:')
  const names = source.replace('name:', '').split('.')
  const text = toText(names.reduce<unknown>(memberOf, call))
  return isName ? text?.split(/[\\/]/).at(-1) : text
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}

function toText(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (value === null) return ''
  if (Array.isArray(value))
    return value
      .map((each) => toText(each) ?? '')
      .join(', ')
      .slice(0, maxLength)
  if (typeof value === 'object') return Object.keys(value).join(', ').slice(0, maxLength)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.slice(0, maxLength).toWellFormed()
}

/** The roles that may edit an attribute, and those that may read it. */
export const attributeAudit: readonly AuditedAction[] = [
  {
    action: 'editable_by_changed',
    when: 'body.editable_by',
    subject: 'answer.data.key',
    details: { roles: 'body.editable_by' },
  },
  {
    action: 'readable_by_changed',
    when: 'body.readable_by',
    subject: 'answer.data.key',
    details: { roles: 'body.readable_by' },
  },
]
