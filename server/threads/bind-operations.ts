import type { ReadGuard } from '#shared/interrupted.ts'

/** What a thread is called for, by name. */
export type Operations = ReadonlyMap<string, (input: unknown, guard?: ReadGuard) => unknown>

export const callWith = (operation: (input: unknown) => unknown, input: unknown) => operation(input)

/** A table of operations with its connection bound. */
export function bind<Operation>(
  table: object,
  run: (operation: Operation, input: unknown, guard?: ReadGuard) => unknown,
): Operations {
  const entries: [string, Operation][] = Object.entries(table)
  return new Map(entries.map(([name, operation]) => [name, (input, guard) => run(operation, input, guard)]))
}
