import { type EntityType, pluralOf } from '#shared/entities.ts'
import { refusal } from './file-rows.ts'
import { isObject } from '#shared/json-object.ts'

const listNames = new Set(['data', 'items', 'records', 'results', 'rows'])
const answerNames = new Set(
  `count cursor first generatedat hasmore hasnext last limit links message meta metadata next nextcursor nextpage object
   offset ok page pageinfo pages pagesize pagination paging perpage prev previous prevpage previouspage requestid
   searchcriteria skip status success timestamp took total totalcount totalpages url version`.split(/\s+/),
)

type Member = readonly [name: string, value: unknown]
type List = readonly [name: string, elements: readonly unknown[]]

/**
 * The rows of a file that is one JSON object: those of the list that it wraps, as answers of APIs do, or the object itself. Throws
 * a refusal where it could be either, or where it wraps several lists.
 */
export function rowsOfObject(
  object: Readonly<Record<string, unknown>>,
  type: EntityType | undefined,
): readonly unknown[] {
  const members = Object.entries(object)
  const isTyped = ([name]: Member) => type !== undefined && [type, pluralOf[type]].some(isNamed(name))
  const lists = members.filter((member): member is List & [string, unknown[]] => isList(member, isTyped))
  const own = members.filter((member) => isOwn(member, lists)).map(([name]) => name)
  const [typed, ...otherTyped] = lists.filter(isTyped)
  if (typed && otherTyped.length === 0) return hasLikeRows(typed, own) ? refuseMixed(own, typed) : typed[1]
  const generic = lists.filter(([name]) => listNames.has(lettersOf(name)))
  if (own.length === 0) return onlyList(generic, lists) ?? [object]
  const mixed = generic.find(([, elements]) => elements.length > 0)
  return mixed ? refuseMixed(own, mixed) : [object]
}

/** A list of objects; an empty one only by its name. */
function isList([name, value]: Member, isTyped: (member: Member) => boolean): boolean {
  if (!Array.isArray(value) || answerNames.has(lettersOf(name))) return false
  if (value.length === 0) return listNames.has(lettersOf(name)) || isTyped([name, value])
  return value.some(isObject)
}

/** Whether a member is data of the object itself, and not about an answer that holds a list (a total, a page). */
function isOwn([name, value]: Member, lists: readonly List[]): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return false
  return !answerNames.has(lettersOf(name)) && lists.every(([list]) => list !== name)
}

/** Whether the object has members that those of its list have too, so that it may be a row like them. */
function hasLikeRows([, elements]: List, own: readonly string[]): boolean {
  const { attributes, ...members } = elements.find(isObject) ?? {}
  const names = new Set([...Object.keys(members), ...(isObject(attributes) ? Object.keys(attributes) : [])])
  return own.some((name) => names.has(name))
}

function onlyList(generic: readonly List[], lists: readonly List[]): readonly unknown[] | undefined {
  const [list] = generic.length === 1 ? generic : lists
  if (generic.length === 1 || lists.length < 2) return list?.[1]
  const names = lists.map(([name]) => `"${name}"`).join(', ')
  throw refusal(`The file holds several lists: ${names}. Send the one that is to be imported alone.`)
}

function refuseMixed(own: readonly string[], [name]: List): never {
  const shown = own.slice(0, 3).join(', ')
  throw refusal(
    `The file is an object with values of its own (${shown}) and a list "${name}". Send the list alone to import what it holds, or put the object in brackets, [{…}], to import the object.`,
  )
}

const isNamed = (name: string) => (known: string) => lettersOf(known) === lettersOf(name)

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}
