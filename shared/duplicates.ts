export const duplicateWays = ['gtin', 'brand_mpn', 'sku_like', 'title', 'picture'] as const
export type DuplicateWay = (typeof duplicateWays)[number]

export const duplicateStatuses = ['open', 'merged', 'dismissed'] as const
export type DuplicateStatus = (typeof duplicateStatuses)[number]

/** The attributes of a search, where the workspace has other keys. */
export const duplicateRoles = ['gtin', 'brand', 'mpn', 'title', 'sku_like', 'picture'] as const
export type DuplicateRole = (typeof duplicateRoles)[number]

/** How many members of a group are stored and returned; the rest is found again once these are merged. */
export const maxGroupMembers = 100

export type { DuplicateGroup, FindDuplicates } from './schemas/duplicates.ts'

export const maxMerged = 1000

export type { MergeResult } from './schemas/duplicates.ts'
