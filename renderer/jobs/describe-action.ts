import type { EntityType } from '#shared/entities.ts'
import type { ChangeAction, EventKind } from '#shared/events.ts'
import { deedTexts } from '../state/event-texts.ts'
import { formatEntityCount, typeTexts } from '../state/entity-types.ts'
import { cachedByLanguage, cachedByLocale, t } from '../ui/text.ts'
import { jobTitle } from './describe-job.ts'

export type AttributeName = (type: EntityType, key: string) => string

const lists = cachedByLocale((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }))

/** An action in a few words, such as `Price of 20 products` or `Import of prices.csv`. */
export function describeAction(action: ChangeAction, nameOf: AttributeName): string {
  if (action.job !== null) return describeJob(action.job, action, nameOf)
  const subjects = subjectsOf(action)
  const [kind, ...others] = action.kinds
  const isUncounted = action.subjects.length === 0 && kind?.startsWith('entity.') === true
  if (kind === undefined || others.length > 0 || isUncounted) return describeMixed(action, subjects)
  return deeds[kind]?.(subjects, action, nameOf) ?? describeDeed(kind, nameOfSubject(action, nameOf))
}

function describeJob(
  { name, file }: NonNullable<ChangeAction['job']>,
  action: ChangeAction,
  nameOf: AttributeName,
): string {
  const job = jobTitle({ name, metadata: { file } })
  const [kind, ...others] = action.kinds.filter((each) => !each.startsWith('job.'))
  if (kind === undefined) {
    const [end] = action.kinds
    return end === undefined || end === 'job.completed' ? job : describeDeed(end, job)
  }
  const subjects = subjectsOf(action)
  const isUpdate = kind === 'entity.updated' && others.length === 0
  return t('{job}: {subjects}', {
    job,
    subjects: isUpdate ? describeUpdate(subjects, action, nameOf) : subjects,
  })
}

type DescribeDeed = (subjects: string, action: ChangeAction, nameOf: AttributeName) => string

const deeds: Readonly<Partial<Record<EventKind, DescribeDeed>>> = {
  'entity.created': (subjects) => t('{subjects} added', { subjects }),
  'entity.updated': describeUpdate,
  'entity.deleted': (subjects) => t('{subjects} moved to the trash', { subjects }),
  'entity.restored': (subjects) => t('{subjects} restored from the trash', { subjects }),
}

function describeMixed({ kinds, events, subjects: counted }: ChangeAction, subjects: string): string {
  if (counted.length > 0) {
    const verb = kinds.every((each) => each.endsWith('.created')) ? added : changed
    return verb(withDefinitions(counted, kinds) ?? subjects)
  }
  return t('{count, plural, one {# change} other {# changes}}', { count: events })
}

const added = (subjects: string): string => t('{subjects} added', { subjects })
const changed = (subjects: string): string => t('{subjects} added or changed', { subjects })

const definitions = cachedByLanguage((): Readonly<Record<string, string>> => ({
  attribute: t('attributes¦changed'),
  channel: t('channels¦changed'),
}))

/** The things that a request wrote, not only entities, such as `200 products, 12 vendors and attributes`. */
function withDefinitions(counted: ChangeAction['subjects'], kinds: readonly EventKind[]): string | undefined {
  const others = Object.entries(definitions()).filter(([name]) =>
    kinds.some((kind) => kind.startsWith(`${name}.`)),
  )
  if (others.length === 0) return undefined
  const entities = counted.map(({ type, entities: count }) => formatEntityCount(count, type))
  return lists().format([...entities, ...others.map(([, text]) => text)])
}

function describeDeed(kind: EventKind, name: string | undefined): string {
  return name === undefined ? deedTexts()[kind] : t('{deed}: {name}', { deed: deedTexts()[kind], name })
}

const maxNamed = 2

function describeUpdate(subjects: string, { attributes }: ChangeAction, nameOf: AttributeName): string {
  if (attributes.length === 0) return t('{subjects} changed', { subjects })
  const names = attributes.map(({ entity_type: type, key }) => nameOf(type, key))
  return t('{attributes} of {subjects}', {
    attributes:
      names.length <= maxNamed
        ? lists().format(names)
        : t('{count, plural, one {# attribute} other {# attributes}}', { count: names.length }),
    subjects,
  })
}

function subjectsOf({ entity, subjects, events }: ChangeAction): string {
  const [only] = subjects
  if (entity !== null)
    return entity.label ?? t('Unnamed {singular}', { singular: typeTexts()[entity.type].singular })
  if (only === undefined) return t('{count, plural, one {# change} other {# changes}}', { count: events })
  return lists().format(subjects.map(({ type, entities }) => formatEntityCount(entities, type)))
}

function nameOfSubject({ entity, name, attributes }: ChangeAction, nameOf: AttributeName) {
  const [attribute] = attributes
  if (attributes.length > 1)
    return t('{count, plural, one {# attribute} other {# attributes}}', { count: attributes.length })
  if (attribute) return nameOf(attribute.entity_type, attribute.key)
  return entity?.label ?? name ?? undefined
}
