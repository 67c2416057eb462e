import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpClient } from '../processes/http-client.ts'
import { mustRunVitrine, startVitrine } from '../processes/vitrine.ts'
import { WriteLog } from './write-log.ts'

export interface TrialFolder {
  readonly path: string
  readonly dataDir: string
  readonly workspaceFile: string
  readonly key: string
  readonly log: WriteLog
  readonly vendorIds: readonly string[]
  readonly imageIds: readonly string[]
}

export const workspaceName = 'Trial'

const text = { data_type: 'single_line_text_field' }
const attributes: readonly object[] = [
  { entity_type: 'vendor', name: 'Vendor name', key: 'vendor_name', ...text, is_primary: true },
  { entity_type: 'image', name: 'File name', key: 'file_name', ...text, is_primary: true },
  { entity_type: 'product', name: 'SKU', key: 'sku', ...text, is_primary: true },
  { entity_type: 'product', name: 'Name', key: 'name', ...text },
  { entity_type: 'product', name: 'Note', key: 'note', data_type: 'multi_line_text_field' },
  { entity_type: 'product', name: 'Price', key: 'price', data_type: 'number' },
  { entity_type: 'product', name: 'Active', key: 'active', data_type: 'boolean' },
  {
    entity_type: 'product',
    name: 'Vendor',
    key: 'vendor',
    data_type: 'entity_reference',
    reference: { type: 'vendor' },
  },
  {
    entity_type: 'product',
    name: 'Gallery',
    key: 'gallery',
    data_type: 'entity_list_reference',
    reference: { type: 'image' },
  },
]

export async function createTrialFolder(): Promise<TrialFolder> {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-trial-kill-'))
  const dataDir = join(path, 'data')
  const workspace = await mustRunVitrine(dataDir, ['workspace', 'create', workspaceName])
  const credential = await mustRunVitrine(dataDir, [
    'key',
    'create',
    '--workspace',
    workspaceName,
    '--scopes',
    'all',
  ])
  const key = textOf(credential.lines, 'key')
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  try {
    return {
      path,
      dataDir,
      workspaceFile: textOf(workspace.lines, 'file'),
      key,
      log: new WriteLog(join(path, 'client.log')),
      ...(await makeTargets(client)),
    }
  } finally {
    client.close()
    await server.stop()
  }
}

export async function makeTargets(client: HttpClient): Promise<Pick<TrialFolder, 'vendorIds' | 'imageIds'>> {
  for (const body of attributes) await client.json({ method: 'POST', path: '/attributes', body })
  return {
    vendorIds: await createTargets(client, 'vendors', 'vendor_name', 5),
    imageIds: await createTargets(client, 'images', 'file_name', 20),
  }
}

export function removeTrialFolder({ path }: Pick<TrialFolder, 'path'>): void {
  rmSync(path, { recursive: true, force: true })
}

async function createTargets(
  client: HttpClient,
  resource: 'vendors' | 'images',
  attribute: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const body = { attributes: { [attribute]: `${resource} ${index}` } }
    const { data } = await client.json<{ data: { id: string } }>({
      method: 'POST',
      path: `/${resource}`,
      body,
    })
    ids.push(data.id)
  }
  return ids
}

function textOf(lines: readonly Record<string, unknown>[], member: string): string {
  const value = lines.find((line) => typeof line[member] === 'string')?.[member]
  if (typeof value !== 'string')
    throw new Error(`The command printed no "${member}": ${JSON.stringify(lines)}`)
  return value
}
