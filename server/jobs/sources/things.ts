/** A thing in schema.org terms, as JSON-LD writes it; what its properties hold is anybody's guess. */
export type Thing = Readonly<Record<string, unknown>>

export function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values of a property, of which there may be none, one or several. */
export function valuesOf(thing: Thing, property: string): unknown[] {
  const value = Object.hasOwn(thing, property) ? thing[property] : undefined
  return [value].flat().filter((each) => each !== undefined && each !== null)
}

/** Tells the type of a thing, without the vocabulary that it is from. */
export function hasType(thing: Thing, types: ReadonlySet<string>): boolean {
  return valuesOf(thing, '@type').some((type) => types.has(String(type).split(/[/#:]/).at(-1) ?? ''))
}

const maxTextLength = 20_000

/** The first value of a property that reads as text: itself, or the name or value of the thing it is. */
export function textOf(thing: Thing, ...properties: readonly string[]): string | undefined {
  for (const property of properties)
    for (const value of valuesOf(thing, property)) {
      const text = isThing(value) ? textOf(value, '@value', 'name', 'value') : asText(value)
      if (text !== undefined) return text
    }
  return undefined
}

function asText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return String(value).trim().slice(0, maxTextLength).toWellFormed() || undefined
}
