import type { Features } from '../shapes/shape.ts'
import { isScalar, type JsonObject, isObject, pick, textOf, toList } from './json-tree.ts'

const nameMembers =
  'optiondisplayname optiontitle optionname name key code attributecode title attribute property label'.split(
    ' ',
  )
const valueMembers = 'value values option options label content'.split(' ')

/** A name and its values, as lists of features, options and custom fields have them; undefined where an object is none. */
export function readPair(object: JsonObject): [name: string, values: string[]] | undefined {
  const about = pick(object, 'option')
  const option = isObject(about) ? about : undefined
  const named = option ?? object
  const name = pick(named, ...nameMembers)
  const [value] = valueMembers.flatMap((member) => {
    const found = pick(object, member)
    return found === undefined || found === option || found === name ? [] : [found]
  })
  const values = (toList(value) ?? [value]).map(textOf).filter((text) => text !== '')
  return isScalar(name) && values.length > 0 ? [String(name).trim(), values] : undefined
}

/** Features by their names; undefined where a list holds anything else. Names that begin with a line are a shop's own. */
export function readFeatures(list: readonly JsonObject[]): Features | undefined {
  const pairs = list.map(readPair)
  if (pairs.length === 0 || pairs.some((pair) => pair === undefined)) return undefined
  const found = new Map<string, readonly string[]>()
  for (const [name, values] of pairs.flatMap((pair) => (pair ? [pair] : [])))
    if (name !== '' && !name.startsWith('_'))
      found.set(name, [...new Set([...(found.get(name) ?? []), ...values])])
  return found
}
