import { Type, type Static } from 'typebox'

const Count = Type.Integer({ minimum: 0 })

export const PackageCounts = Type.Object({
  attributes: Count,
  entities: Type.Object({ product: Count, image: Count, vendor: Count, category: Count, source: Count }),
  files: Count,
})
export type PackageCounts = Static<typeof PackageCounts>

export const PackageResult = Type.Object({
  file_name: Type.String({ description: 'Where it lies only its owner knows.' }),
  size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
  counts: PackageCounts,
})
export type PackageResult = Static<typeof PackageResult>
