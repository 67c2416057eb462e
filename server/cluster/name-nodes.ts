import { readFile, writeFile } from 'node:fs/promises'
import { replaceFile } from '../catalog/replace-file.ts'

/** Names a node of a database in the file of clusters, or takes it out; the rest of the file stays as it is. */
export async function nameNode(
  file: string,
  {
    database,
    address,
    isNamed,
  }: { readonly database: string; readonly address: string; readonly isNamed: boolean },
): Promise<void> {
  const document = JSON.parse(await readFile(file, 'utf8'))
  const { nodes } = document.databases[database] as { nodes: string[] }
  const others = nodes.filter((node) => URL.parse(node)?.origin !== address)
  document.databases[database].nodes = isNamed ? [...others, address] : others
  const whole = `${file}.new`
  await writeFile(whole, `${JSON.stringify(document, undefined, 2)}\n`, { mode: 0o600 })
  await replaceFile(whole, file)
}
