import { readFile } from 'node:fs/promises'
import type { ReferenceStub } from '#shared/entities.ts'
import type { Job } from '#shared/jobs.ts'
import { JobWorkspace } from './job-workspace.ts'

export function golden(name: string): Promise<Buffer> {
  return readFile(new URL(`../catalog/imports/read/shapes/goldens/${name}`, import.meta.url))
}

export async function readProducts(workspace: JobWorkspace): Promise<Record<string, unknown>[]> {
  const products = await workspace.entities('product')
  const images = new Map(
    (await workspace.entities('image')).map(({ id, attributes }) => [id, attributes['image_url']]),
  )
  const labels = new Map(products.map(({ id, label }) => [id, label]))
  const toName = ({ id, label }: ReferenceStub) => images.get(id) ?? label
  return products.map(({ parent_id: parent, attributes }) => ({
    ...(parent !== null && { parent: labels.get(parent) }),
    ...Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.map(toName) : isStub(value) ? toName(value) : value,
      ]),
    ),
  }))
}

export async function readCategories(workspace: JobWorkspace): Promise<string[]> {
  const categories = await workspace.entities('category')
  const byId = new Map(categories.map((category) => [category.id, category]))
  const pathOf = (id: string): string => {
    const { label, parent_id: parent } = byId.get(id) ?? { label: '', parent_id: null }
    return parent === null ? String(label) : `${pathOf(parent)} > ${label}`
  }
  return categories.map(({ id }) => pathOf(id)).sort()
}

export async function countEntities(workspace: JobWorkspace) {
  const [products, images, vendors, categories] = await Promise.all(
    (['product', 'image', 'vendor', 'category'] as const).map((type) => workspace.entities(type)),
  )
  return {
    products: products?.filter(({ parent_id: parent }) => parent === null).length,
    variants: products?.filter(({ parent_id: parent }) => parent !== null).length,
    images: images?.length,
    vendors: vendors?.length,
    categories: categories?.length,
  }
}

function isStub(value: unknown): value is ReferenceStub {
  return typeof value === 'object' && value !== null && 'id' in value && 'type' in value
}

/** An import of some files into a workspace of its own, and what comes of importing them again. */
export class ShopImport {
  readonly workspace: JobWorkspace
  readonly #contents: readonly Buffer[]
  readonly #attributes: readonly string[]
  readonly jobs: readonly Job[]

  private constructor(
    workspace: JobWorkspace,
    contents: readonly Buffer[],
    attributes: readonly string[],
    jobs: readonly Job[],
  ) {
    this.workspace = workspace
    this.#contents = contents
    this.#attributes = attributes
    this.jobs = jobs
  }

  static async run(names: readonly string[]): Promise<ShopImport> {
    const workspace = await JobWorkspace.open()
    const contents = await Promise.all(names.map(golden))
    const attributes = Object.keys(await workspace.dataTypes())
    const jobs: Job[] = []
    for (const content of contents) jobs.push(await workspace.import(content))
    return new ShopImport(workspace, contents, attributes, jobs)
  }

  /** Imports the files once more and undoes the first imports; returns the changes of the second ones, and the rest. */
  async repeatAndUndo() {
    const { workspace } = this
    const before = JSON.stringify(await readProducts(workspace))
    const again: number[] = []
    for (const content of this.#contents) again.push(...changesOf(await workspace.import(content)))
    const isAlike = JSON.stringify(await readProducts(workspace)) === before
    for (const { id } of this.jobs.toReversed()) await workspace.undo(id)
    const left = await countEntities(workspace)
    const fresh = Object.keys(await workspace.dataTypes()).filter((key) => !this.#attributes.includes(key))
    const changes = again.reduce((sum, count) => sum + count)
    return { changes, isAlike, left: { ...left, attributes: fresh } }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.workspace[Symbol.asyncDispose]()
  }
}

export const nothingLeft = {
  changes: 0,
  isAlike: true,
  left: { products: 0, variants: 0, images: 0, vendors: 0, categories: 0 },
}

function changesOf({ result }: Job): number[] {
  if (result === null || !('created_attributes' in result)) throw new Error('The import has no result.')
  return [result.created, result.updated, result.failed, result.created_attributes.length]
}
