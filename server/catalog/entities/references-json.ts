import { type Attribute, type AttributeSet, isComputed } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listReferences, type ReferenceRow } from '../../store/tables/references.ts'
import { stubsJson } from './stub-json.ts'

/** The members that references give each entity's attributes, as JSON text by internal id. */
export function referencesJson(
  db: ReadableDb,
  sources: readonly number[],
  { list, byId }: AttributeSet,
  fields: ReadonlySet<string> | undefined,
): ReadonlyMap<number, string> {
  if (!list.some(({ traits }) => traits.shape === 'reference' || traits.shape === 'reference_list'))
    return none
  const references = listReferences(db, sources)
  const targets = references.map(([, , target]) => target)
  const stubs = stubsJson(db, targets)
  const members = new Map<number, string>()
  for (let start = 0, end = 0; start < references.length; start = end) {
    const [source, attributeId] = references[start] as ReferenceRow
    end = endOfList(references, start)
    const attribute = byId.get(attributeId)
    // What is computed is told with all that is (computed/computed-json.ts).
    if (!attribute || fields?.has(attribute.key) === false || isComputed(attribute)) continue
    const list = listJson(targets, stubs, start, end)
    if (list === '') continue
    const before = members.get(source)
    members.set(source, before ? `${before},${memberJson(attribute, list)}` : memberJson(attribute, list))
  }
  return members
}

const none: ReadonlyMap<number, string> = new Map()

/** Where the references of one attribute of one entity, which begin at `start`, end. */
function endOfList(references: readonly ReferenceRow[], start: number): number {
  const [source, attribute] = references[start] as ReferenceRow
  let end = start + 1
  while (references[end]?.[0] === source && references[end]?.[1] === attribute) end += 1
  return end
}

// Texts are added to each other instead of being collected: there are hundreds of them in a page.
function listJson(
  targets: readonly number[],
  stubs: ReadonlyMap<number, string>,
  start: number,
  end: number,
): string {
  let list = ''
  for (let index = start; index < end; index++) {
    const stub = stubs.get(targets[index] as number)
    if (stub !== undefined) list += list === '' ? stub : `,${stub}`
  }
  return list
}

function memberJson({ key, traits }: Attribute, list: string): string {
  return traits.shape === 'reference_list' ? `"${key}":[${list}]` : `"${key}":${list}`
}
