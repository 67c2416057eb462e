import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, type RunningServer, startVitrine } from '../processes/vitrine.ts'
import type { Random } from '../random.ts'
import { checkFile } from './check-file.ts'
import { assertAsExpected, observe, resolve } from './compare-data.ts'
import { writeUntilKilled } from './load.ts'
import { OwnProducts, type Planner } from './plan-writes.ts'
import { type TrialFolder, workspaceName } from './trial-folder.ts'

const connections = 4

/** Writes on several connections and kills the server at a random moment; returns how many writes were acknowledged. */
export async function writeAndKill(
  folder: TrialFolder,
  server: RunningServer,
  random: Random,
  nextSerial: () => number,
): Promise<number> {
  const planners = plannersOf(folder, random, nextSerial)
  const access = { baseUrl: server.baseUrl, key: folder.key }
  const writers = Promise.all(
    planners.map((planner, connection) => writeUntilKilled(connection, access, folder.log, planner)),
  )
  // A refused writer must be reported without waiting for the kill.
  try {
    await Promise.race([sleep(random.between(5, 500)), writers])
  } finally {
    await server.kill()
  }
  const acknowledged = await writers
  return acknowledged.reduce((sum, count) => sum + count, 0)
}

export async function killWhileStarting(folder: TrialFolder, random: Random): Promise<void> {
  const starting = startVitrine(folder.dataDir)
  await sleep(random.between(0, 600))
  await starting.kill()
}

/**
 * Starts the server and compares the client's log with the data, through the API and in the file. Writes that were under
 * way at the kill are looked up and noted in the log. Throws on the first difference.
 */
export async function startAndVerify(
  folder: TrialFolder,
  options: readonly string[] = [],
): Promise<RunningServer> {
  const server = await startVitrine(folder.dataDir, [], options).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  try {
    await verify(folder, client)
    return server
  } catch (error) {
    await server.kill()
    throw error
  } finally {
    client.close()
  }
}

/** Runs `vitrine check` on the data folder as the kill has left it, or while the server runs. */
export async function assertCheckIsOk(
  { dataDir }: Pick<TrialFolder, 'dataDir'>,
  within: readonly string[] = [],
): Promise<void> {
  const args = ['check', '--workspace', workspaceName]
  const { lines } = await mustRunVitrine(dataDir, args, undefined, within)
  if (!lines.some((line) => line['ok'] === true)) {
    throw new Error(`vitrine check found faults: ${JSON.stringify(lines)}`)
  }
}

/**
 * Looks up writes that were never answered, notes them in the log, and compares that with the data. Throws
 * on the first difference.
 */
export async function verify(
  { log, workspaceFile }: Pick<TrialFolder, 'log' | 'workspaceFile'>,
  client: HttpClient,
): Promise<void> {
  const observed = await observe(client)
  const before = log.expectation()
  for (const [connection, write] of before.unanswered) {
    log.append({ kind: 'found', connection, ...resolve(write, before, observed) })
  }
  const expectation = log.expectation()
  assertAsExpected(expectation, observed)
  checkFile(workspaceFile, expectation)
}

export function plannersOf(
  folder: Pick<TrialFolder, 'log' | 'vendorIds' | 'imageIds'>,
  random: Random,
  nextSerial: () => number,
): Planner[] {
  const { products, attributeKeys } = folder.log.expectation()
  const shared = {
    random,
    nextSerial,
    vendorIds: folder.vendorIds,
    imageIds: folder.imageIds,
    attributeKeys: [...attributeKeys],
  }
  return Array.from({ length: connections }, (_, connection) => {
    const planner = { ...shared, prefix: `C${connection}-`, products: new OwnProducts() }
    for (const product of products.values()) {
      if (product.sku.startsWith(planner.prefix)) planner.products.put(product)
    }
    return planner
  })
}
