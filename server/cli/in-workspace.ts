import type { CatalogClient } from './client.ts'
import { findOnlyWorkspace } from './chosen-workspace.ts'
import { CommandError, type Invocation } from './command.ts'
import { withCatalog } from './nearest-server.ts'

/** Runs a command in the workspace that it names, or in the only one. */
export function inWorkspace(
  { dataDir, options }: Invocation,
  run: (client: CatalogClient) => Promise<number>,
): Promise<number> {
  return withCatalog(dataDir, async (owner) => run(owner.in(await findOnlyWorkspace(owner, options))))
}

/** Finds by id or name, without regard to case. Throws CommandError where there is none. */
export function findNamed<Thing extends { readonly id: string; readonly name: string }>(
  things: readonly Thing[],
  name: string,
  what: string,
): Thing {
  const wanted = name.toLowerCase()
  const found = things.find((thing) => thing.id === wanted || thing.name.toLowerCase() === wanted)
  if (found) return found
  throw new CommandError(`There is no ${what} ${name}. vitrine ${what} list shows them.`)
}
