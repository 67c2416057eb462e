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
  linked_files: Type.Optional(
    Type.Object(
      {
        taken_in: Count,
        not_held: Count,
        first_not_held: Type.Array(Type.String(), { description: 'The first of those values.' }),
      },
      {
        description: 'The files of linked libraries that values name: how many are in the package, and not.',
      },
    ),
  ),
})
export type PackageResult = Static<typeof PackageResult>
