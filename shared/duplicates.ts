/** The ways by which entities may be found to be the same, in the order in which reasons are told. */
export const duplicateWays = ['gtin', 'brand_mpn', 'sku_like', 'title', 'picture'] as const
export type DuplicateWay = (typeof duplicateWays)[number]

export const duplicateStatuses = ['open', 'merged', 'dismissed'] as const
export type DuplicateStatus = (typeof duplicateStatuses)[number]

/** The attributes of a search, where the workspace has other keys. */
export const duplicateRoles = ['gtin', 'brand', 'mpn', 'title', 'sku_like', 'picture'] as const
export type DuplicateRole = (typeof duplicateRoles)[number]

/** How many members of a group are told and kept; what is left is found again once they are merged. */
export const maxGroupMembers = 100

export type { DuplicateGroup, FindDuplicates } from './schemas/duplicates.ts'
