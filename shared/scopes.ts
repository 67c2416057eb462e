import { isOneOf } from './text.ts'
import { pluralOf, entityTypes, type EntityPlural } from './entities.ts'

type ResourceScope = `${'read' | 'write' | 'propose' | 'delete'}:${EntityPlural}`
type OtherScope =
  | 'read:attributes'
  | 'write:attributes'
  | 'read:views'
  | 'write:views'
  | 'read:channels'
  | 'read:events'
  | 'read:jobs'
  | 'read:automations'
  | 'write:automations'
export type Scope = ResourceScope | OtherScope

export const scopes: readonly Scope[] = [
  ...entityTypes.flatMap((type): Scope[] => [
    `read:${pluralOf[type]}`,
    `write:${pluralOf[type]}`,
    `propose:${pluralOf[type]}`,
    `delete:${pluralOf[type]}`,
  ]),
  'read:attributes',
  'write:attributes',
  'read:views',
  'write:views',
  'read:channels',
  'read:events',
  'read:jobs',
  'read:automations',
  'write:automations',
]

export function isScope(text: string): text is Scope {
  return isOneOf(scopes, text)
}
