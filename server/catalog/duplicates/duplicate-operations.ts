import { decideDuplicate, findDuplicateType, listDuplicates } from './list-duplicates.ts'
import { dropDuplicateGroups, storeDuplicateGroups, storePictureSignatures } from './store-groups.ts'

/** What readers are asked about duplicates. */
export const duplicateReads = { listDuplicates, findDuplicateType }

/** What the writer does with them. */
export const duplicateWrites = {
  decideDuplicate,
  storeDuplicateGroups,
  dropDuplicateGroups,
  storePictureSignatures,
}
