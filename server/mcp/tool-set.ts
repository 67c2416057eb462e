import { validationFailed, Faults } from '../catalog/errors.ts'
import type { Tool } from './tool.ts'

/** Which tools a client is offered: `/mcp?read_only=true&tools=list_entities,get_entity`. */
export interface ToolSet {
  readonly isReadOnly: boolean
  readonly names: readonly string[] | undefined
}

/** Reads the set from the query of the endpoint's address. */
export function readToolSet(query: unknown): ToolSet {
  const { read_only: only, tools } = (query ?? {}) as Readonly<Record<string, unknown>>
  const names = typeof tools === 'string' ? tools.split(',').map((name) => name.trim()) : undefined
  return { isReadOnly: only === 'true' || only === '1', names: names?.filter((name) => name !== '') }
}

/** The tools of a set. A name that no tool has is refused, so that nobody misses a tool without knowing. */
export function chooseTools(tools: readonly Tool[], { isReadOnly, names }: ToolSet): readonly Tool[] {
  const known = tools.map(({ name }) => name)
  const faults = new Faults()
  for (const name of names ?? []) if (!known.includes(name)) faults.add('tools', 'invalid_value', known, name)
  if (!faults.isEmpty) throw validationFailed(faults.list)
  return tools.filter(
    ({ name, effect }) => (!isReadOnly || effect === 'read') && (names?.includes(name) ?? true),
  )
}
