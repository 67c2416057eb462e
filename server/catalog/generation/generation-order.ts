import type { AttributeConfig } from '#shared/attributes.ts'
import { keysInPrompt } from '#shared/generations.ts'
import { dependencyKeys } from '../attributes/check-generation.ts'

/**
 * The keys in order of generation: after those that the prompt names, also through formulas, and where
 * possible after those that it needs or is shown.
 */
export function generationOrder(definitions: readonly AttributeConfig[], keys: readonly string[]): string[] {
  const byKey = new Map(definitions.map((definition) => [definition.key, definition]))
  const inputs = new Map([...new Set(keys)].map((key) => [key, inputsOf(byKey, key)]))
  const order = new Set<string>()
  const visit = (key: string, on = new Set<string>()): void => {
    // Cycles of prompts are refused, but a formula can close one later; the order then begins anywhere in it.
    if (order.has(key) || on.has(key)) return
    on.add(key)
    for (const before of [...named(inputs, key), ...shown(inputs, key)]) visit(before, on)
    order.add(key)
  }
  for (const key of inputs.keys()) visit(key)
  return [...order]
}

interface Inputs {
  readonly named: readonly string[]
  readonly shown: readonly string[]
}

function named(inputs: ReadonlyMap<string, Inputs>, key: string): readonly string[] {
  return (inputs.get(key)?.named ?? []).filter((other) => inputs.has(other))
}

function shown(inputs: ReadonlyMap<string, Inputs>, key: string): readonly string[] {
  const some = inputs.get(key)?.shown ?? []
  return some.filter((other) => inputs.has(other) && !reaches(inputs, other, key))
}

function reaches(
  inputs: ReadonlyMap<string, Inputs>,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (from === to) return true
  if (seen.has(from)) return false
  seen.add(from)
  const { named = [], shown = [] } = inputs.get(from) ?? {}
  return [...named, ...shown].some((next) => reaches(inputs, next, to, seen))
}

type ByKey = ReadonlyMap<string, AttributeConfig>

function inputsOf(byKey: ByKey, key: string): Inputs {
  const definition = byKey.get(key)
  if (!definition) return { named: [], shown: [] }
  const { custom_instructions: text, required_dependencies: needed, source_attributes: offered } = definition
  const isOffered = definition.selected_tools.includes('includeProductAttributes')
  return {
    named: throughFormulas(byKey, keysInPrompt(text)),
    shown: throughFormulas(byKey, [...needed, ...((isOffered && offered) || [])]),
  }
}

function throughFormulas(byKey: ByKey, keys: readonly string[]): string[] {
  const visited = new Set(keys)
  // Iterating a set visits what is added meanwhile, too.
  for (const key of visited) {
    const definition = byKey.get(key)
    if (definition?.formula) for (const used of dependencyKeys({ key, extras: definition })) visited.add(used)
  }
  return [...visited]
}
