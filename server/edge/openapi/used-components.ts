import type { Json } from './spell-schema.ts'

/** Of all components those that the paths refer to, directly or through others. */
export function findUsed(
  paths: Json,
  components: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  const used = new Set<string>()
  const pending: unknown[] = [paths]
  while (pending.length > 0) {
    for (const [, kind = '', name = ''] of JSON.stringify(pending.pop()).matchAll(reference)) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      pending.push(components[kind]?.[name])
    }
  }
  return Object.fromEntries(
    Object.entries(components).map(([kind, members]) => [
      kind,
      Object.fromEntries(Object.entries(members).filter(([name]) => used.has(`${kind}/${name}`))),
    ]),
  )
}

const reference = /"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g
